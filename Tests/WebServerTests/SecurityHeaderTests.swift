import HTTPTypes
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct SecurityHeaderTests {
  private static let framing = "frame-ancestors 'self'"

  private func answer(_ response: ServerResponse, frameAncestors: String? = nil) async throws -> WireResponse {
    let answers = EventQueue<WireResponse>()
    try await withServer(
      TestHandler(answer: { _ in response }), change: { if let frameAncestors { $0.frameAncestors = frameAncestors } }
    ) { port in answers.add(try RawSocket(port: port).request("GET", "/")) }
    return try answers.next()
  }

  @Test(arguments: [HTTPResponse.Status.ok, .notModified, .noContent, .movedPermanently, .internalServerError])
  func everyAnswerHasThem(_ status: HTTPResponse.Status) async throws {
    let answer = try await answer(
      ServerResponse(status, headers: [.contentType: "application/json"], body: .bytes([1])))
    #expect(answer.header("X-Content-Type-Options") == "nosniff")
    #expect(answer.header("Referrer-Policy") == "same-origin")
    #expect(answer.header("Content-Security-Policy") == nil)
  }

  @Test(arguments: ["text/html; charset=utf-8", "application/xhtml+xml", "image/svg+xml"])
  func documentsSayWhoMayFrameThem(_ type: String) async throws {
    let response = ServerResponse(.ok, headers: [.contentType: type], body: .bytes([1]))
    #expect(try await answer(response).header("Content-Security-Policy") == Self.framing)
    let other = try await answer(response, frameAncestors: "https://shell.example")
    #expect(other.header("Content-Security-Policy") == "frame-ancestors https://shell.example")
  }

  @Test func aHandlersOwnPoliciesStay() async throws {
    var response = ServerResponse(.ok, headers: [.contentType: "text/html"])
    response.headers[.contentSecurityPolicy] = "default-src 'self'"
    let both = try await answer(response).head
    #expect(both.contains("Content-Security-Policy: default-src 'self'\r\n"))
    #expect(both.contains("Content-Security-Policy: \(Self.framing)\r\n"))
    response.headers[.contentSecurityPolicy] = "frame-ancestors 'none'"
    response.headers.append(HTTPField(name: try #require(.init("Referrer-Policy")), value: "no-referrer"))
    let own = try await answer(response)
    #expect(own.header("Content-Security-Policy") == "frame-ancestors 'none'")
    #expect(own.header("Referrer-Policy") == "no-referrer")
  }

  @Test func errorPagesHaveThem() async throws {
    let head = try await answer(ErrorPage(.notFound).response()).head
    #expect(head.contains("Content-Security-Policy: \(Self.framing)\r\n"))
    #expect(head.contains("default-src 'none'"))
    #expect(head.contains("Referrer-Policy: same-origin\r\n"))
  }

  /// Tests responses that the server creates without calling the handler.
  @Test func answersToMalformedRequestsHaveThem() async throws {
    try await withServer { port in
      let socket = try RawSocket(port: port)
      try socket.send("GET /pot HTTP/1.1\nHost: x\n\n")
      let head = try socket.readHead().lowercased()
      #expect(head.contains(" 400 "))
      #expect(head.contains("x-content-type-options: nosniff\r\n"))
      #expect(head.contains("referrer-policy: same-origin\r\n"))
    }
  }
}
