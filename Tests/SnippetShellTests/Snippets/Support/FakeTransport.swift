import Foundation
import Locks
import SnippetShell

/// Servers in memory. What is asked, and when, a test sees in ``next()``.
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

  /// All requests until now, in order.
  var requests: [Request] { state.withLock { $0.requests } }

  /// The next request, which may be still to come.
  func next() async -> Request? {
    for await request in arrivals { return request }
    return nil
  }

  /// Answers from now on so. Nil: nobody answers.
  func answer(_ url: String, _ response: SnippetResponse?) {
    state.withLock { $0.answers[url] = response }
  }

  func answer(_ url: String, _ text: String, status: Int = 200, headers: [(name: String, value: String)] = []) {
    answer(url, SnippetResponse(status: status, headers: headers, body: Array(text.utf8)))
  }

  func redirect(_ url: String, to location: String, headers: [(name: String, value: String)] = []) {
    answer(url, "", status: 302, headers: [("Location", location)] + headers)
  }

  /// Requests for this wait until they are released.
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

  /// The socket that was opened last to this address.
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
