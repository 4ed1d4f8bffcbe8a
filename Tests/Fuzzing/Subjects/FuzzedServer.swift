import Foundation
import Logging
import SnippetBridge

/// A real server on the loopback interface, with one page. It runs as long as the subject that uses it.
final class FuzzedServer: Sendable {
  let port: Int
  private let running: Task<Void, any Error>
  private let root: URL

  init() async throws {
    root = FileManager.default.temporaryDirectory.appending(path: "Fuzzing-\(UUID())")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    try Data("<!doctype html><title>fuzzing</title>".utf8).write(to: root.appending(path: "index.html"))
    var configuration = BridgeConfiguration(
      port: 0, root: root.path, loops: 1, logger: Logger(label: "fuzzing") { _ in SwiftLogNoOpLogHandler() })
    // Web views of mutated pages must not accumulate.
    configuration.webViews.reconnectTimeout = .seconds(2)
    let server = try BridgeServer(configuration: configuration) { $0.addInterface(FuzzedInterface(), by: nil) }
    running = Task { try await server.run() }
    port = try await server.url().port ?? 0
  }

  var authority: String { "127.0.0.1:\(port)" }

  /// Sends the bytes on a separate connection. Returns the bytes that were received until the server closed the
  /// connection or sent `end`.
  func exchange(_ bytes: [UInt8], awaiting end: String? = nil) throws -> [UInt8] {
    let client = try RawClient(port: port)
    client.send(bytes)
    return try client.receive(awaiting: end)
  }

  /// Sends a page's hello. Returns the cookie and the ticket.
  func greet(document: String) throws -> (cookie: String, ticket: String) {
    let body =
      #"{"protocol":1,"document":"\#(document)","key":"\#(document)","webView":null,"first":1,"received":0,"url":"http://\#(authority)/"}"#
    let request = """
      POST /_bridge/hello HTTP/1.1\r\nHost: \(authority)\r\nOrigin: http://\(authority)\r\nBridge-Document: \(document)\r
      Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)
      """
    let answer = String(decoding: try exchange(Array(request.utf8), awaiting: "}}"), as: UTF8.self)
    guard answer.hasPrefix("HTTP/1.1 200"), let cookie = answer.firstMatch(of: /(bridge-session-\d+=[^;]+);/)?.1,
      let ticket = answer.firstMatch(of: /"ticket":"([^"]+)"/)?.1
    else { throw Finding("a healthy hello was answered \(answer)") }
    return (String(cookie), String(ticket))
  }

  func stop() async throws {
    running.cancel()
    try await running.value
    try FileManager.default.removeItem(at: root)
  }
}
