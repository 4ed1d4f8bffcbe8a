import DSBridge
import DSBridgeLocks
import Logging
import TestSupport

/// A web view in memory. It receives wire messages as if they arrived on a socket. It also receives calls as if they
/// were blocking calls.
final class WebViewMessages: Subject {
  static let name = "web-view"
  static let corpus = "messages"
  static let tokens = Tokens.messages
  static let stretch = 500

  /// A channel that discards everything for the page.
  private final class Deaf: DocumentChannel {
    func send(_ message: [UInt8]) {}
    func close(code: UInt16, reason: String) {}
    func pauseReading() {}
    func resumeReading() {}
  }

  private let webView = WebView(logger: Logger(label: "fuzzing") { _ in SwiftLogNoOpLogHandler() })
  private let count = Mutex(0)

  init() {
    webView.addInterface(FuzzedInterface(), by: nil)
    webView.addInterface(FuzzedInterface(), by: "a.b")
  }

  func run(_ input: [UInt8]) async throws {
    let (id, channel) = try await openDocument()
    webView.call("addValue", with: [3, 4])
    guard let message = try? PageMessage(parsing: input) else { return }
    webView.receive(message, of: id, on: channel, weight: input.count)
    guard case .numbered(_, .call) = message.last else { return }
    _ = await webView.answer(message, of: id, weight: input.count)
  }

  func checkHealth() async throws {
    let (id, _) = try await openDocument()
    let message = try PageMessage(parsing: Array("call 1 addingOne 5".utf8))
    guard case .answered(let line) = await webView.answer(message, of: id) else {
      throw Finding("a healthy call was not answered")
    }
    guard line == Array("reply 1 6".utf8) else {
      throw Finding("a healthy call was answered \(String(decoding: line, as: UTF8.self))")
    }
  }

  private func openDocument() async throws -> (DocumentID, Deaf) {
    let number = count.withLock {
      $0 += 1
      return $0
    }
    let digits = String(number, radix: 16)
    guard let id = DocumentID(String(repeating: "0", count: 32 - digits.count) + digits),
      await webView.open(id, isNew: true, at: "http://localhost/") == 0
    else { throw Finding("document \(number) was not opened") }
    let channel = Deaf()
    webView.connect(channel, to: id, received: 0)
    return (id, channel)
  }
}
