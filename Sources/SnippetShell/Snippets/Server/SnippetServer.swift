public import Foundation
import Locks
public import Logging
import SnippetBridgeHTTP

/// Snippets from a server, which may say what has changed over a WebSocket.
///
///     let source = try SnippetServer(
///       URL(string: "https://snippets.example/projects/7/snippets/v1")!, headers: ["Authorization": "Bearer …"],
///       origins: ["https://shop.example"])
///
/// Its answer is `{ "listenOn": "wss://…", "snippets": [ … ] }`; ``Snippet`` has the members. The socket's messages are
/// `{ "type": "snippetCreated", "data": { "id": "shop" } }`, `snippetDeleted`, and `snippetUpdated` with the whole
/// snippet in `data`. While the server is away the last list stays.
///
/// The list's own origin may be redirected to and listened on. For all else only `origins` count, also for pages and
/// scripts that stand in the list itself.
public final class SnippetServer: SnippetSource {
  private let url: URL
  private let headers: [String: String]
  private let admission: SnippetAdmission
  private let fetch: SnippetFetch
  private let logger: Logger
  private let jitter: @Sendable () -> Double
  private let sink = Mutex<AsyncStream<SnippetConnection.Event>.Continuation?>(nil)

  /// - Parameters:
  ///   - url: answers with the list.
  ///   - headers: sent with each request for the list, and with the socket's, if that is of the same origin.
  ///   - origins: of which servers the snippets may be.
  ///   - transport: the HTTP client; with a certificate of its own: `WebTransport(authorityFile: "authority.pem")`.
  ///   - limits: how much it may send.
  ///   - logger: takes what goes wrong.
  public convenience init(
    _ url: URL, headers: [String: String] = [:], origins: SnippetOrigins,
    transport: any SnippetTransport = WebTransport(), limits: SnippetLimits = SnippetLimits(),
    logger: Logger = Logger(label: "SnippetServer")
  ) {
    self.init(
      url, headers: headers, origins: origins, transport: transport, limits: limits, logger: logger,
      clock: ContinuousClock(), jitter: { Double.random(in: 0.75...1.25) })
  }

  init(
    _ url: URL, headers: [String: String], origins: SnippetOrigins, transport: any SnippetTransport,
    limits: SnippetLimits, logger: Logger, clock: some Clock<Duration>, jitter: @escaping @Sendable () -> Double
  ) {
    self.url = url
    self.headers = headers
    var logger = logger
    logger[metadataKey: "list"] = "\(url.absoluteString)"
    self.logger = logger
    self.jitter = jitter
    admission = SnippetAdmission(origins: origins, list: url, logger: logger)
    fetch = SnippetFetch(transport: transport, origins: origins.with(url), limits: limits) {
      try await clock.sleep(for: $0)
    }
  }

  /// Everything is made anew.
  public func forceRefresh() {
    sink.withLock { $0 }?.yield(.refreshed)
  }

  /// Reports until its task is cancelled.
  public func run(reporting report: @escaping @Sendable (SnippetEvent) async -> Void) async {
    let (events, sink) = AsyncStream<SnippetConnection.Event>.makeStream()
    self.sink.withLock { $0 = sink }
    defer { self.sink.withLock { $0 = nil } }
    var connection = SnippetConnection()
    var sockets: [Int: Task<Void, Never>] = [:]
    var others: [SnippetConnection.Timer.Purpose: Task<Void, Never>] = [:]
    var loading: Task<Void, Never>?
    sink.yield(.started)
    for await event in events {
      if case .socketEnded(let socket) = event { sockets[socket] = nil }
      for effect in connection.handle(event) {
        switch effect {
        case .load: loading = Task { sink.yield(await self.load(report)) }
        case .open(let url, let socket):
          sockets[socket] = Task {
            await self.listen(on: url, socket, sink)
            sink.yield(.socketEnded(socket))
          }
        case .close(let socket): sockets.removeValue(forKey: socket)?.cancel()
        case .wait(let timer, let duration):
          // Not all at once when a server comes back that many listen to.
          let duration = duration * jitter()
          others[timer.purpose]?.cancel()
          others[timer.purpose] = Task {
            guard (try? await self.fetch.sleep(duration)) != nil else { return }
            sink.yield(.passed(timer))
          }
        case .report(.updated(let snippet)):
          if let snippet = admission.admitted(snippet) { await report(.updated(snippet)) }
        case .report(let event): await report(event)
        }
      }
    }
    for task in Array(sockets.values) + Array(others.values) + [loading].compactMap(\.self) {
      task.cancel()
      await task.value
    }
  }

  /// Loads the list and reports it.
  private func load(_ report: @Sendable (SnippetEvent) async -> Void) async -> SnippetConnection.Event {
    do {
      let result = try await fetch.get(url, headers: headers, limit: fetch.limits.listBytes)
      let listing = try SnippetListing(
        reading: result.response.body, of: result.url.absoluteString, limits: fetch.limits)
      for note in listing.notes {
        logger.warning("the list of snippets has something that is left out", metadata: ["reason": "\(note)"])
      }
      let time = result.response.header("Date").flatMap { HTTPDate($0, now: .now) }.map {
        Date(timeIntervalSince1970: TimeInterval($0.seconds))
      }
      await report(.list(admission.admitted(listing.snippets), serverTime: time))
      return .loaded(listenOn: listing.listenOn.flatMap(admitted))
    } catch {
      if !Task.isCancelled {
        logger.error("cannot load the list of snippets; the last one stays", metadata: ["reason": "\(error)"])
      }
      return .failed
    }
  }

  /// Where to listen, if that is of an origin that may be.
  private func admitted(_ listenOn: URL) -> URL? {
    guard ["ws", "wss"].contains(listenOn.scheme?.lowercased()), fetch.origins.admit(listenOn) else {
      logger.warning(
        "does not listen for changes of snippets: the program does not name the socket's origin",
        metadata: ["origin": "\(SnippetOrigins.name(of: listenOn).printable)"])
      return nil
    }
    return listenOn
  }

  /// Returns when the socket has ended.
  private func listen(
    on url: URL, _ socket: Int, _ sink: AsyncStream<SnippetConnection.Event>.Continuation
  ) async {
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
