import TestSupport

/// A response as received.
struct WireResponse {
  let status: Int
  let head: String
  let body: [UInt8]
  var text: String { String(decoding: body, as: UTF8.self) }

  /// Returns the value of the header with this name, or `nil` if there is none or more than one.
  func header(_ name: String) -> String? {
    let lines = head.split(separator: "\r\n").filter { $0.lowercased().hasPrefix(name.lowercased() + ":") }
    guard let line = lines.first, lines.count == 1 else { return nil }
    return String(line.dropFirst(name.count + 1).drop { $0 == " " })
  }

  /// The values of all `Set-Cookie` headers.
  var cookies: [String] {
    head.split(separator: "\r\n").filter { $0.hasPrefix("Set-Cookie: ") }.map { String($0.dropFirst(12)) }
  }
}

extension RawSocket {
  /// Reads one response with a body of `Content-Length` bytes, or without a body for HEAD.
  func readResponse(toHead: Bool = false) throws -> WireResponse {
    let head = try readHead()
    guard let status = Int(head.dropFirst(9).prefix(3)) else { throw TestError("not a response: \(head)") }
    let length = WireResponse(status: status, head: head, body: []).header("Content-Length").flatMap { Int($0) }
    return WireResponse(status: status, head: head, body: toHead ? [] : try read(length ?? 0))
  }

  func request(_ method: String, _ target: String, headers: [String] = [], body: [UInt8]? = nil) throws -> WireResponse
  {
    try sendRequest(method, target, headers: headers, body: body)
    return try readResponse(toHead: method == "HEAD")
  }

  func sendRequest(_ method: String, _ target: String, headers: [String] = [], body: [UInt8]? = nil) throws {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + headers
    if let body { lines.append("Content-Length: \(body.count)") }
    try send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? []))
  }
}
