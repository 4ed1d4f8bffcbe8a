import DSBridgeLocks
public import Foundation
public import Logging
import SnippetBridgeHTTP

/// A source that loads snippets from a server. The server may report changes over a WebSocket.
///
///     let source = try SnippetServer(
///       URL(string: "https://snippets.example/projects/7/snippets/v1")!, headers: ["Authorization": "Bearer …"],
///       origins: ["https://shop.example"])
///
/// The response is `{ "listenOn": "wss://…", "snippets": [ … ] }`, with the members of ``Snippet``.
///
/// A message on the socket is `{ "type": "snippetCreated", "data": { "id": "shop" } }`. Other types are
/// `snippetDeleted`, and `snippetUpdated` with the whole snippet in `data`. While the server is unreachable, the last
/// list is kept.
///
/// The origin of `url` is always allowed for redirects of the request for the list, and for the WebSocket. All other
/// URLs must have an origin in `origins`. If the list contains pages or scripts as text, `origins` must also contain
/// the list's own origin.
public final class SnippetServer: SnippetSource {
  private let url: URL
  private let headers: [String: String]
  private let admission: SnippetAdmission
  private let fetch: SnippetFetch
  private let logger: Logger
  private let jitter: @Sendable () -> Double
  /// The events for the state machine.
  private typealias Sink = AsyncStream<SnippetConnection.Event>.Continuation

  private let sink = Mutex<Sink?>(nil)

  /// Creates a source that loads a list.
  /// - Parameters:
  ///   - url: the URL of the list.
  ///   - headers: the headers for each request for the list, and for the WebSocket if it has the same origin.
  ///   - origins: the origins that are allowed for the targets and resources of snippets.
  ///   - transport: the HTTP client. For a server with a private certificate authority, pass
  ///     `WebTransport(authorityFile: "authority.pem")`.
  ///   - limits: the limits for the server's messages.
  ///   - logger: the logger for errors.
  ///   - clock: the clock for all time limits and waits. A test may pass its own clock.
  ///   - jitter: returns the factor by which the next wait is multiplied.
  public init(
    _ url: URL, headers: [String: String] = [:], origins: SnippetOrigins,
    transport: any SnippetTransport = WebTransport(), limits: SnippetLimits = SnippetLimits(),
    logger: Logger = Logger(label: "SnippetServer"), clock: some Clock<Duration> = ContinuousClock(),
    jitter: @escaping @Sendable () -> Double = { Double.random(in: 0.75...1.25) }
  ) {
    self.url = url
    self.headers = headers
    var logger = logger
    logger[metadataKey: "list"] = "\(url.absoluteString)"
    self.logger = logger
    self.jitter = jitter
    admission = SnippetAdmission(origins: origins, list: url, logger: logger)
    fetch = SnippetFetch(transport: transport, origins: origins.with(url), limits: limits, clock: clock)
  }

  /// Reports an empty list and loads the list again, so that all views and pages of its snippets are recreated. Does
  /// nothing while ``run(reporting:)`` is not running.
  public func forceRefresh() {
    sink.withLock { $0 }?.yield(.refreshed)
  }

  /// Loads and reports lists until the task is cancelled.
  public func run(reporting report: @escaping @Sendable (SnippetEvent) async -> Void) async {
    let (events, sink) = AsyncStream<SnippetConnection.Event>.makeStream()
    self.sink.withLock { $0 = sink }
    defer { self.sink.withLock { $0 = nil } }
    var connection = SnippetConnection()
    // The state machine closes a socket before it opens another.
    var listening: Task<Void, Never>?
    var others: [SnippetConnection.Timer.Purpose: Task<Void, Never>] = [:]
    var loading: Task<Void, Never>?
    sink.yield(.started)
    for await event in events {
      for effect in connection.handle(event) {
        switch effect {
        case .load: loading = Task { sink.yield(await self.load()) }
        case .open(let url, let socket):
          listening = Task {
            await self.listen(on: url, socket, sink)
            sink.yield(.socketEnded(socket))
          }
        case .close: listening?.cancel()
        case .wait(let timer, let duration):
          // The duration is randomized, so that many clients do not send requests at the same moment after a server
          // has restarted.
          let duration = duration * jitter()
          others[timer.purpose]?.cancel()
          others[timer.purpose] = Task {
            guard (try? await self.fetch.clock.sleep(for: duration)) != nil else { return }
            sink.yield(.passed(timer))
          }
        case .report(.updated(let snippet)):
          if let snippet = admission.admitted(snippet) { await report(.updated(snippet)) }
        case .report(let event): await report(event)
        }
      }
    }
    for task in Array(others.values) + [listening, loading].compactMap(\.self) {
      task.cancel()
      await task.value
    }
  }

  /// Loads the list.
  private func load() async -> SnippetConnection.Event {
    do {
      let result = try await fetch.get(url, headers: headers, limit: fetch.limits.listBytes)
      let listing = try SnippetListing(
        reading: result.response.body, of: result.url.absoluteString, limits: fetch.limits)
      for note in listing.notes {
        logger.warning("a part of the list of snippets was ignored", metadata: ["reason": "\(note)"])
      }
      let time = result.response.header("Date").flatMap { HTTPDate($0, now: .now) }.map {
        Date(timeIntervalSince1970: TimeInterval($0.seconds))
      }
      return .loaded(
        listenOn: listing.listenOn.flatMap(admitted),
        list: .list(listing.snippets.compactMap(admission.admitted), serverTime: time))
    } catch {
      if !Task.isCancelled {
        logger.error("cannot load the list of snippets; the last list is kept", metadata: ["reason": "\(error)"])
      }
      return .failed
    }
  }

  /// Returns the socket's URL, or `nil` if its origin is not admitted.
  private func admitted(_ listenOn: URL) -> URL? {
    guard ["ws", "wss"].contains(listenOn.scheme?.lowercased()), fetch.origins.admit(listenOn) else {
      logger.warning(
        "cannot listen for changes of snippets: the socket's origin is not an allowed origin",
        metadata: ["origin": "\(SnippetOrigins.name(of: listenOn).printable)"])
      return nil
    }
    return listenOn
  }

  /// Opens the socket and passes its messages to the state machine. Returns after the socket has ended.
  private func listen(on url: URL, _ socket: Int, _ sink: Sink) async {
    let isOwn = SnippetOrigins.origin(of: url) == SnippetOrigins.origin(of: self.url)
    do {
      let messages = try await fetch.transport.socket(
        url, headers: isOwn ? headers : [:], limit: fetch.limits.messageBytes)
      sink.yield(.socketOpened(socket))
      for try await text in messages {
        do {
          let message = try SnippetMessage(reading: text, of: url.absoluteString, limit: fetch.limits.messageBytes)
          sink.yield(.message(message, socket: socket))
        } catch {
          logger.warning("skipped a message about snippets", metadata: ["reason": "\(error)"])
        }
      }
      try Task.checkCancellation()
      logger.notice("the socket for changes of snippets has ended", metadata: ["socket": "\(url.absoluteString)"])
    } catch {
      guard !Task.isCancelled else { return }
      logger.warning(
        "the socket for changes of snippets has failed",
        metadata: ["socket": "\(url.absoluteString)", "reason": "\(error)"])
    }
  }
}
