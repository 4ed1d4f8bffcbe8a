import Testing

/// A malformed request, and the expected status. In its text, "☠" precedes the byte at which the parser must refuse. In
/// a text without "☠", the parser must refuse at the last byte.
struct RefusedRequest: CustomTestStringConvertible {
  let bytes: [UInt8]
  let status: Int
  /// The number of bytes passed to the parser when it refuses the request.
  let wrongByte: Int
  let isInBody: Bool
  let testDescription: String

  private init(_ text: String, _ status: Int, isInBody: Bool = false) {
    let mark = Array("☠".utf8)
    var bytes = Array(text.utf8)
    wrongByte = (0..<bytes.count).first { bytes[$0...].starts(with: mark) }.map { $0 + 1 } ?? bytes.count
    bytes.removeAll { mark.contains($0) }
    // Apart from "☠", the texts are ASCII. Each U+0001 stands for a byte above 127.
    self.bytes = bytes.map { $0 == 0x01 ? 0xE9 : $0 }
    self.status = status
    self.isInBody = isInBody
    testDescription = "\(text.debugDescription) → \(status)"
  }

  static let all = lines + fields + framing + targets + chunks

  private static let lines: [RefusedRequest] = [
    // Too many empty lines before the request, and wrong line ends.
    .init("\r\n\r\n☠\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    .init("☠\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400), .init("\r☠\rGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    .init("☠ GET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    // The request line.
    .init("GET / HTTP/1.1☠\nHost: a\r\n\r\n", 400), .init("GET / HTTP/1.1\r☠ \nHost: a\r\n\r\n", 400),
    .init("GET /☠\r\n", 400), .init("GET /☠\n", 400), .init("GET☠\r\n", 400), .init("GET ☠\r\n", 400),
    .init("GET ☠ / HTTP/1.1\r\n", 400), .init("GET / ☠ HTTP/1.1\r\n", 400), .init("GET☠\t/ HTTP/1.1\r\n", 400),
    .init("GET / HTTP/1.1☠ \r\n", 400), .init("GET /a ☠b HTTP/1.1\r\n", 400),
    .init("GET /\u{1} HTTP/1.1\r\n".marked, 400),
    .init("GET /a☠\u{0} HTTP/1.1\r\n", 400), .init("GET /a☠\t HTTP/1.1\r\n", 400),
    .init("GET /a☠\u{7F} HTTP/1.1\r\n", 400),
    .init("GET /a☠#b HTTP/1.1\r\n", 400), .init("G☠@T / HTTP/1.1\r\n", 400), .init("G☠\u{0}T / HTTP/1.1\r\n", 400),
    .init("GET / ☠http/1.1\r\n", 400), .init("GET / HTTP☠ 1.1\r\n", 400), .init("GET / HTTP/1☠\r\n", 400),
    .init("GET / HTTP/☠x.1\r\n", 400), .init("GET / HTTP/1.☠x\r\n", 400), .init("GET / HTTP/1.1☠1\r\n", 400),
    .init("GET / HTTP/2.0\r☠\n\r\n", 505), .init("GET / HTTP/0.9\r☠\n\r\n", 505),
    .init("PRI * HTTP/2.0\r☠\n\r\nSM\r\n\r\n", 505),
    // Field lines.
    .init("GET / HTTP/1.1\r\n☠ Host: a\r\n\r\n", 400), .init("GET / HTTP/1.1\r\n☠\tHost: a\r\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: a\r\n☠ b: c\r\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: a\r\n☠\tfolded\r\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost☠ : a\r\n\r\n", 400), .init("GET / HTTP/1.1\r\nHost☠\t: a\r\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: a\r\nNothing☠\r\n\r\n", 400), .init("GET / HTTP/1.1\r\nHost: a☠\nX: b\r\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: a\r\n☠\nX: b\r\n\r\n", 400), .init("GET / HTTP/1.1\r\nHost: a\r\n\r☠\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: a\r\n☠: b\r\n\r\n", 400), .init("GET / HTTP/1.1\r\nHost: a\r\nX☠@Y: b\r\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: a\r\nX\u{1}: b\r\n\r\n".marked, 400),
    .init("GET / HTTP/1.1\r\nHost: a\r\nX☠\u{0}: b\r\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: a\r\nX: b☠\u{0}c\r\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: a\r\nX: b☠\u{7F}c\r\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: a\r\nX: a long value of text ☠\u{1B}[2J and more\r\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: a\r\nX: b\r☠c\r\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: a\r\nX: b\r☠\r\n\r\n", 400),
  ]

  private static let fields: [RefusedRequest] = [
    .init("GET / HTTP/1.1\r\nX: a\r\n\r☠\n", 400),
    .init("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r☠\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r☠\n\r\n", 400),
    .init("GET / HTTP/1.0\r\nHost: a\r\nhost: a\r☠\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: a b\r☠\n\r\n", 400), .init("GET / HTTP/1.1\r\nHost: a/b\r☠\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: a, b\r☠\n\r\n", 400), .init("GET / HTTP/1.1\r\nHost: me@a\r☠\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: a:b\r☠\n\r\n", 400), .init("GET / HTTP/1.1\r\nHost: a:1:2\r☠\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: :80\r☠\n\r\n", 400), .init("GET / HTTP/1.1\r\nHost: [::1\r☠\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: [::1]x\r☠\n\r\n", 400), .init("GET / HTTP/1.1\r\nHost: [a.b:g]\r☠\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: a%2\r☠\n\r\n", 400), .init("GET / HTTP/1.1\r\nHost: \u{1}\r☠\n\r\n", 400),
    .init("GET / HTTP/1.1\r\nHost: a\r\nExpect: 100\r☠\n\r\n", 417),
    .init("GET / HTTP/1.1\r\nHost: a\r\nExpect:\r☠\n\r\n", 417),
    .init("GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue, x\r☠\n\r\n", 417),
    .init("GET / HTTP/1.0\r\nExpect: x\r☠\n\r\n", 417),
  ]

  private static let framing: [RefusedRequest] = [
    .init("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r☠\n\r\nhello", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 5\r☠\n\r\nhello", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r☠\n\r\nhello", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r☠\n\r\nhello", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r☠\n\r\nhello", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x5\r☠\n\r\nhello", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5 5\r☠\n\r\nhello", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r☠\n\r\nhello", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000000000000\r☠\n\r\n", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r☠\n\r\n", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0000000000000000005\r☠\n\r\nhello", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r☠\n\r\n", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r☠\n\r\n", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r☠\n", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r☠\n", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked;a=b\r\n\r☠\n", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r☠\n\r\n", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r☠\n\r\n", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r☠\n\r\n", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: , chunked\r☠\n\r\n", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r☠\n\r\n", 400),
    .init("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r☠\n", 501),
    .init("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r☠\n", 501),
    .init("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r☠\n", 400),
  ]

  private static let targets: [RefusedRequest] = [
    .init("GET * HTTP/1.1\r☠\nHost: a\r\n\r\n", 400), .init("OPTIONS *? HTTP/1.1\r☠\nHost: a\r\n\r\n", 400),
    .init("GET a HTTP/1.1\r☠\nHost: a\r\n\r\n", 400), .init("GET a/b HTTP/1.1\r☠\nHost: a\r\n\r\n", 400),
    .init("GET ftp://a/ HTTP/1.1\r☠\nHost: a\r\n\r\n", 400), .init("GET http:/a HTTP/1.1\r☠\nHost: a\r\n\r\n", 400),
    .init("GET http:// HTTP/1.1\r☠\nHost: a\r\n\r\n", 400), .init("GET http:///a HTTP/1.1\r☠\nHost: a\r\n\r\n", 400),
    .init("GET http://me@a/ HTTP/1.1\r☠\nHost: a\r\n\r\n", 400),
    .init("GET http://a:b/ HTTP/1.1\r☠\nHost: a\r\n\r\n", 400),
    .init("GET http://:80/ HTTP/1.1\r☠\nHost: a\r\n\r\n", 400), .init("GET a:443 HTTP/1.1\r☠\nHost: a\r\n\r\n", 400),
    .init("CONNECT a:443 HTTP/1.1\r☠\nHost: a\r\n\r\n", 501), .init("CONNECT / HTTP/1.1\r☠\nHost: a\r\n\r\n", 501),
  ]

  private static let chunks: [RefusedRequest] = [
    "☠ 5\r\nhello", "5☠ \r\nhello", "5☠\t\r\nhello", "5☠\nhello", "5\r☠hello", "☠\r\n", "☠;a\r\n", "☠x\r\n", "☠-5\r\n",
    "0☠x5\r\n",
    "5\r\nhello☠!\r\n", "5\r\nhello☠\n0\r\n\r\n", "5\r\nhello\r☠0\r\n\r\n", "800000000000000☠0\r\n",
    "FFFFFFFFFFFFFFF☠F\r\n",
    "0000000000000000☠5\r\nhello", "5☠ ;a\r\nhello", "5;☠ a\r\nhello", "5;a☠ =b\r\nhello", "5;a=☠ b\r\nhello",
    "5;☠\r\nhello",
    "5;a=☠\r\nhello", "5;a;☠;b\r\nhello", "5;a=b☠=c\r\nhello", "5;a=\"b☠\r\nhello", "5;a=\"b\\☠\r\nhello",
    "5;a=\"b\"☠c\r\nhello",
    "5;a=\"☠\u{0}\"\r\nhello", "5;a☠\nhello", "5;☠=b\r\nhello", "0\r\n☠ a: b\r\n\r\n", "0\r\na☠ : b\r\n\r\n",
    "0\r\na☠\r\n\r\n",
    "0\r\na: b☠\n\r\n", "0\r\n☠\n", "0\r\n\r☠\r", "0\r\na: b\r\n☠ c\r\n\r\n", "0\r\na: b☠\u{0}\r\n\r\n",
    "0\r\nContent-Length: 5\r☠\n\r\n", "0\r\na: b\r\ntransfer-encoding: chunked\r☠\n\r\n", "0\r\nHost: b\r☠\n\r\n",
  ].map { .init("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + $0, 400, isInBody: true) }
}

extension String {
  /// The text with "☠" before each U+0001, because the byte above 127 for which it stands is the wrong byte.
  fileprivate var marked: String { replacing("\u{1}", with: "☠\u{1}") }
}
