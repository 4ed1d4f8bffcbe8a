import DSBridgeLocks
import Foundation
import Logging
import SnippetBridge
import TestSupport

/// Arbitrary responses of a proxied site's target.
struct Responses: Subject {
  static let name = "responses"
  static let corpus = "responses"
  static let tokens = Tokens.responses
  static let stretch = 100

  /// The next response of the target, whatever the request is.
  private final class Answer: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }

  private let answer = Answer()
  private let target: HandmadeUpstream
  private let running: Task<Void, any Error>
  private let port: Int

  init() async throws {
    target = try HandmadeUpstream { [answer] link, upstream in
      while try upstream.readRequest(link) != nil {
        try link.send(answer.bytes.withLock { $0 })
        // The response is complete.
        link.shutdownSending()
      }
    }
    var configuration = BridgeConfiguration(
      port: 0, loops: 1, logger: Logger(label: "fuzzing") { _ in SwiftLogNoOpLogHandler() })
    configuration.documents = MemoryDocuments(["index.html": ""])
    configuration.proxiedSites = [ProxiedSite(name: "fuzzed", target: "http://127.0.0.1:\(target.port)")]
    let server = try BridgeServer(configuration: configuration) { _ in }
    running = Task { try await server.run() }
    port = try await server.urls()[1].port ?? 0
  }

  /// The header fields of a page, of a script's fetch, of a service worker, and of a WebSocket.
  private static let kinds = [
    "Sec-Fetch-Mode: navigate", "Sec-Fetch-Mode: cors", "Service-Worker: script\r\nSec-Fetch-Mode: same-origin",
    "Upgrade: websocket\r\nConnection: Upgrade",
  ]

  func run(_ input: [UInt8]) throws {
    answer.bytes.withLock { $0 = input }
    for kind in Self.kinds {
      let client = try RawClient(port: port)
      client.send(Array("GET / HTTP/1.1\r\nHost: fuzzed.localhost\r\n\(kind)\r\nConnection: close\r\n\r\n".utf8))
      // The server answers before it closes the connection, even if the target does not answer.
      let received = try client.receive(awaiting: "\u{0}never")
      guard received.isEmpty || received.starts(with: Array("HTTP/1.1 ".utf8)) else {
        throw Finding("an answer begins with \(String(decoding: received.prefix(40), as: UTF8.self))")
      }
    }
  }

  func checkHealth() throws {
    answer.bytes.withLock { $0 = Array(String.ok("<title>healthy</title>", type: "text/html").utf8) }
    let client = try RawClient(port: port)
    client.send(Array("GET / HTTP/1.1\r\nHost: fuzzed.localhost\r\nSec-Fetch-Mode: navigate\r\n\r\n".utf8))
    let text = String(decoding: try client.receive(awaiting: "</title>"), as: UTF8.self)
    guard text.hasPrefix("HTTP/1.1 200 OK"), text.contains("<script src=\"/_bridge/") else {
      throw Finding("a healthy page came as \(text)")
    }
  }

  func finish() async throws {
    running.cancel()
    try await running.value
  }
}
