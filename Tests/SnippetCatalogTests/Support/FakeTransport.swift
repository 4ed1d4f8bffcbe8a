import DSBridgeLocks
import Foundation
import SnippetShell

/// A transport with servers in memory. A test reads the requests with ``next()``.
final class FakeTransport: SnippetTransport {
  struct NoAnswer: Error {}

  struct Request: Equatable {
    let url: String
    var headers: [String: String] = [:]
  }

  typealias Socket = AsyncThrowingStream<String, any Error>.Continuation

  private struct State {
    var answers: [String: SnippetResponse] = [:]
    var held: Set<String> = []
    var waiting: [String: [AsyncStream<Void>.Continuation]] = [:]
    var sockets: [String: Socket] = [:]
    var refusesSockets = false
    var requests: [Request] = []
  }

  private let state = Mutex(State())
  private let (arrivals, arrival) = AsyncStream<Request>.makeStream()

  /// All requests so far, in order.
  var requests: [Request] { state.withLock { $0.requests } }

  /// Returns the next request, and waits for it if necessary.
  func next() async -> Request? {
    for await request in arrivals { return request }
    return nil
  }

  /// Sets the response for a URL. With `nil`, requests fail.
  func answer(_ url: String, _ response: SnippetResponse?) {
    state.withLock { $0.answers[url] = response }
  }

  func answer(_ url: String, _ text: String, status: Int = 200, headers: [(name: String, value: String)] = []) {
    answer(url, SnippetResponse(status: status, headers: headers, body: Array(text.utf8)))
  }

  func redirect(_ url: String, to location: String, headers: [(name: String, value: String)] = []) {
    answer(url, "", status: 302, headers: [("Location", location)] + headers)
  }

  /// Holds requests for a URL until they are released.
  func hold(_ url: String) {
    state.withLock { _ = $0.held.insert(url) }
  }

  func release(_ url: String) {
    let waiting = state.withLock { state in
      state.held.remove(url)
      return state.waiting.removeValue(forKey: url) ?? []
    }
    for one in waiting { one.finish() }
  }

  /// Returns the socket that was opened last for a URL.
  func socket(_ url: String) -> Socket? {
    state.withLock { $0.sockets[url] }
  }

  func refuseSockets(_ refuses: Bool) {
    state.withLock { $0.refusesSockets = refuses }
  }

  func get(_ url: URL, headers: [String: String], limit: Int) async throws -> SnippetResponse {
    let name = url.absoluteString
    let (signals, signal) = AsyncStream<Void>.makeStream()
    state.withLock { state in
      state.requests.append(Request(url: name, headers: headers))
      if state.held.contains(name) { state.waiting[name, default: []].append(signal) } else { signal.finish() }
    }
    arrival.yield(Request(url: name, headers: headers))
    for await _ in signals {}
    try Task.checkCancellation()
    guard let answer = state.withLock({ $0.answers[name] }) else { throw NoAnswer() }
    return answer
  }

  func socket(_ url: URL, headers: [String: String], limit: Int) async throws -> AsyncThrowingStream<String, any Error>
  {
    let name = url.absoluteString
    let (messages, socket) = AsyncThrowingStream<String, any Error>.makeStream()
    let refuses = state.withLock { state in
      state.requests.append(Request(url: name, headers: headers))
      if !state.refusesSockets { state.sockets[name] = socket }
      return state.refusesSockets
    }
    arrival.yield(Request(url: name, headers: headers))
    if refuses { throw NoAnswer() }
    return messages
  }
}
