import Foundation
import SnippetBridgeTesting

@testable import SnippetBridge

/// A client whose headers and lines the test writes by hand, whether valid or not.
struct HandmadeClient {
  let test: TestServer
  var document = String(repeating: "a", count: 32)
  var key = String(repeating: "b", count: 32)
  /// The id of the web view to continue.
  var webView: String?
  /// The position of the document among all documents of its tab, or `nil` to omit it from the hello.
  var order: Int?
  var first = 1
  var received = 0
  var origin: String?
  var host: String?
  var cookie: String?
  var userAgent: String?
  var documentHeader: String?

  init(_ test: TestServer) {
    self.test = test
    origin = test.origin
    documentHeader = document
  }

  var helloBody: String {
    """
    {"protocol":1,"document":"\(document)","key":"\(key)","webView":\(webView.map { "\"\($0)\"" } ?? "null"),\(order.map { "\"order\":\($0)," } ?? "")"first":\(first),"received":\(received),"url":"\(test.origin)/"}
    """
  }

  private var headers: [(String, String)] {
    [("Origin", origin), ("Host", host), ("Cookie", cookie), ("User-Agent", userAgent)]
      .compactMap { name, value in value.map { (name, $0) } }
  }

  func post(_ path: String, _ body: String) async throws -> HTTPReply {
    let own = documentHeader.map { [("Bridge-Document", $0)] } ?? []
    return try await test.http.request("POST", path, headers: headers + own, body: Array(body.utf8))
  }

  /// Sends a hello, stores the cookie, and returns the ticket.
  mutating func hello() async throws -> String {
    let reply = try await post("/_bridge/hello", helloBody)
    guard reply.status == 200 else { throw TestPageError.status(reply.status, body: reply.text) }
    cookie = reply["Set-Cookie"].map { String($0.prefix { $0 != ";" }) }
    let answer = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
    return answer?["ticket"] as? String ?? ""
  }

  func socket() async throws -> WebSocketClient {
    try await WebSocketClient.open(
      test.http, target: "/_bridge/socket", subprotocol: "snippetbridge.1", headers: headers)
  }

  /// Sends a hello and opens a socket. Returns the socket after the server's welcome.
  mutating func socketWithHello() async throws -> WebSocketClient {
    let ticket = try await hello()
    let socket = try await socket()
    try await socket.send(socketHello(ticket))
    _ = try await socket.receive()
    return socket
  }

  /// Opens a further socket for blocking calls. Returns the socket after the server's welcome.
  func lane() async throws -> WebSocketClient {
    let reply = try await post("/_bridge/lane", "")
    guard reply.status == 200 else { throw TestPageError.status(reply.status, body: reply.text) }
    let socket = try await socket()
    try await socket.send(laneHello(reply.text))
    _ = try await socket.receive()
    return socket
  }

  func laneHello(_ ticket: String, lane: String = "blocking") -> String {
    #"hello {"document":"\#(document)","ticket":"\#(ticket)","received":0,"lane":"\#(lane)"}"#
  }

  func socketHello(_ ticket: String, document: String? = nil) -> String {
    #"hello {"document":"\#(document ?? self.document)","ticket":"\#(ticket)","received":\#(received)}"#
  }
}
