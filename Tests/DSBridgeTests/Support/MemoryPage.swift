import DSBridgeLocks
import TestSupport

@testable import DSBridge

/// A document in memory. It collects the wire messages for the page as text, and sends messages as the page does.
final class MemoryPage: DocumentChannel {
  let id: DocumentID
  let webView: WebView
  private let messages = Mutex<(waiting: [String], listener: CheckedContinuation<String, Never>?)>(([], nil))
  private let lastNumber = Mutex(0)
  /// The requests to pause (`true`) and resume (`false`) reading, in order.
  let isPaused = Mutex<[Bool]>([])

  init(_ webView: WebView, id: Character = "a") {
    self.webView = webView
    guard let id = DocumentID(String(repeating: id, count: 32)) else { fatalError("a test's id is hexadecimal") }
    self.id = id
  }

  /// Says hello, connects, and returns the server's `welcome` line.
  @discardableResult
  func open(ready: Bool = true) async throws -> String {
    _ = await webView.open(id, isNew: true, at: "http://localhost/")
    webView.connect(self, to: id, received: 0)
    let welcome = await next()
    if ready {
      try say("event 1 ready null", numbered: 1)
      _ = await next()
    }
    return welcome
  }

  func send(_ message: [UInt8]) { hear(String(decoding: message, as: UTF8.self)) }

  func close(code: UInt16, reason: String) {
    hear("closed \(code) \(reason)")
  }

  func pauseReading() { isPaused.withLock { $0.append(true) } }
  func resumeReading() { isPaused.withLock { $0.append(false) } }

  func say(_ text: String, numbered: Int = 0) throws {
    if numbered > 0 { lastNumber.withLock { $0 = numbered } }
    webView.receive(try PageMessage(parsing: Array(text.utf8)), of: id, on: self)
  }

  /// Sends a line in which the next number replaces `$`.
  func say(next text: String) throws {
    let number = lastNumber.withLock { number in
      number += 1
      return number
    }
    try say(text.replacing("$", with: "\(number)"))
  }

  /// Returns the next wire message for the page. Only one task of a test may wait here at a time.
  func next() async -> String {
    await withCheckedContinuation { continuation in
      let message = messages.withLock { messages -> String? in
        if messages.waiting.isEmpty {
          messages.listener = continuation
          return nil
        }
        return messages.waiting.removeFirst()
      }
      if let message { continuation.resume(returning: message) }
    }
  }

  /// Returns the wire messages that were received but not yet read.
  func takeAll() -> [String] {
    messages.withLock { messages in
      defer { messages.waiting = [] }
      return messages.waiting
    }
  }

  private func hear(_ message: String) {
    let listener = messages.withLock { messages -> CheckedContinuation<String, Never>? in
      defer { messages.listener = nil }
      if messages.listener == nil { messages.waiting.append(message) }
      return messages.listener
    }
    listener?.resume(returning: message)
  }

  /// Returns the next line with this verb, skipping wire messages without it.
  func next(_ verb: String) async -> String {
    while true {
      let message = await next()
      if let line = message.split(separator: "\n").first(where: { $0.hasPrefix(verb + " ") }) { return String(line) }
    }
  }

  /// Makes a blocking call and returns the answer.
  func call(_ message: String) async throws -> String {
    for await answer in try begin(call: message) { return answer }
    return "no answer"
  }

  /// Sends a blocking call. When this function returns, the web view has received the call. The stream returns the
  /// answer.
  func begin(call message: String) throws -> AsyncStream<String> {
    let (answers, answer) = AsyncStream<String>.makeStream()
    webView.answer(try PageMessage(parsing: Array(message.utf8)), of: id, weight: 0) { outcome in
      let text =
        switch outcome {
        case .answered(let line): String(decoding: line, as: UTF8.self)
        case .malformed(let problem): "malformed: \(problem)"
        case .gone: "gone"
        case .busy: "busy"
        case .superseded: "superseded"
        }
      answer.yield(text)
      answer.finish()
    }
    return answers
  }
}
