/// HTTP heads and bodies over real connections.
struct Requests: Subject {
  static let name = "requests"
  static let corpus = "requests"
  static let tokens = Tokens.requests
  static let stretch = 200

  private let server: FuzzedServer

  init() async throws {
    server = try await FuzzedServer()
  }

  func run(_ input: [UInt8]) throws {
    let bytes = input.replacing(Array("{host}".utf8), with: Array(server.authority.utf8))
    let answer = try server.exchange(bytes)
    guard answer.isEmpty || answer.starts(with: Array("HTTP/1.".utf8)) else {
      throw Finding("an answer begins with \(String(decoding: answer.prefix(40), as: UTF8.self))")
    }
  }

  func checkHealth() throws {
    let request = "GET / HTTP/1.1\r\nHost: \(server.authority)\r\nConnection: close\r\n\r\n"
    let answer = String(decoding: try server.exchange(Array(request.utf8), awaiting: "</title>"), as: UTF8.self)
    guard answer.hasPrefix("HTTP/1.1 200"), answer.hasSuffix("<title>fuzzing</title>") else {
      throw Finding("a healthy request was answered \(answer)")
    }
  }

  func finish() async throws {
    try await server.stop()
  }
}
