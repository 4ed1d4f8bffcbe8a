import TestSupport

/// A WebSocket client that can also misbehave.
final class WebSocketClient {
  struct Frame {
    let opcode: UInt8
    let isFinal: Bool
    let payload: [UInt8]

    /// The close code, if this is a close frame.
    var code: Int? { payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil }
    var reason: String { String(decoding: payload.dropFirst(2), as: UTF8.self) }
  }

  static let path = "/_bridge/socket"
  let socket: RawSocket

  init(port: Int, receiveBuffer: Int? = nil, scheme: Scheme = .plain) throws {
    socket = try RawSocket(port: port, receiveBuffer: receiveBuffer, scheme: scheme)
    let head = try Self.open(on: socket)
    guard head.hasPrefix("HTTP/1.1 101 ") else { throw TestError("no upgrade: \(head)") }
    // The expected answer to the sample key of RFC 6455, section 1.3.
    guard head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") else {
      throw TestError("wrong accept key: \(head)")
    }
  }

  /// A valid opening request.
  static let handshake = """
    GET \(path) HTTP/1.1\r
    Host: localhost\r
    Upgrade: websocket\r
    Connection: keep-alive, Upgrade\r
    Sec-WebSocket-Version: 13\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
    Sec-WebSocket-Protocol: snippetbridge.1\r
    \r\n
    """

  /// Creates a client for a socket after its handshake.
  init(opened socket: RawSocket) { self.socket = socket }

  /// Sends an opening request, and returns the head of the response.
  static func open(
    on socket: RawSocket, path: String = path, subprotocol: String? = "snippetbridge.1", version: String = "13",
    key: String? = "dGhlIHNhbXBsZSBub25jZQ=="
  ) throws -> String {
    var headers = ["Upgrade: websocket", "Connection: keep-alive, Upgrade", "Sec-WebSocket-Version: \(version)"]
    if let key { headers.append("Sec-WebSocket-Key: \(key)") }
    if let subprotocol { headers.append("Sec-WebSocket-Protocol: \(subprotocol)") }
    try socket.sendRequest("GET", path, headers: headers)
    return try socket.readHead()
  }

  func send(_ text: String) throws { try send(opcode: 1, Array(text.utf8)) }

  func send(opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) throws {
    try socket.send(Self.frame(opcode: opcode, payload, isFinal: isFinal))
  }

  func sendClose(code: Int, reason: String = "") throws {
    try send(opcode: 8, [UInt8(code >> 8), UInt8(code & 255)] + reason.utf8)
  }

  static func frame(opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
    var bytes = [opcode | (isFinal ? 0x80 : 0)]
    switch payload.count {
    case ..<126: bytes.append(0x80 | UInt8(payload.count))
    case ..<65536: bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default:
      bytes.append(0x80 | 127)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
      }
    }
    // Masking many bytes takes seconds in a debug build.
    if payload.count > 1 << 20 { return bytes + [0, 0, 0, 0] + payload }
    let mask: [UInt8] = [0x12, 0x34, 0x56, 0x78]
    bytes += mask
    bytes.reserveCapacity(bytes.count + payload.count)
    for (index, byte) in payload.enumerated() { bytes.append(byte ^ mask[index & 3]) }
    return bytes
  }

  func readFrame() throws -> Frame {
    let head = try socket.read(2)
    guard head[1] & 0x80 == 0 else { throw TestError("the server masked a frame") }
    var length = Int(head[1])
    if length == 126 { length = try socket.read(2).reduce(0) { $0 << 8 | Int($1) } }
    if length == 127 { length = try socket.read(8).reduce(0) { $0 << 8 | Int($1) } }
    return Frame(opcode: head[0] & 15, isFinal: head[0] & 0x80 != 0, payload: try socket.read(length))
  }

  /// Returns the next text message, and answers pings before it.
  func readMessage() throws -> [UInt8] {
    while true {
      let frame = try readFrame()
      switch frame.opcode {
      case 1 where frame.isFinal: return frame.payload
      case 9: try send(opcode: 10, frame.payload)
      default: throw TestError("not a text message: opcode \(frame.opcode), code \(frame.code ?? 0) \(frame.reason)")
      }
    }
  }

  /// Reads and answers the server's close frame. The server must then end the connection.
  func readClose() throws -> Frame {
    while true {
      let frame = try readFrame()
      guard frame.opcode == 8 else { continue }
      try? send(opcode: 8, Array(frame.payload.prefix(2)))
      return frame
    }
  }
}
