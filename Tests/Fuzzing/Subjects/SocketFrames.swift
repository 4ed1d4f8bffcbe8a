import DSBridgeLocks

/// A real WebSocket on which a hello was sent. Sends mutated messages in valid WebSocket frames, and sometimes mutated
/// WebSocket frames.
final class SocketFrames: Subject {
  static let name = "sockets"
  static let corpus = "messages"
  static let tokens = Tokens.messages
  static let stretch = 100

  private let server: FuzzedServer
  private let count = Mutex(0)

  init() async throws {
    server = try await FuzzedServer()
  }

  func run(_ input: [UInt8]) throws {
    let client = try openSocket()
    client.send(frames(of: input))
    _ = try client.receive(awaiting: nil)
  }

  func checkHealth() throws {
    let client = try openSocket()
    client.send(frame(Array("ask 1 addingOne 5".utf8)))
    let answer = String(decoding: try client.receive(awaiting: "reply 1 6"), as: UTF8.self)
    guard answer.contains("reply 1 6") else { throw Finding("a healthy page was answered \(answer)") }
  }

  func finish() async throws {
    try await server.stop()
  }

  /// Opens a socket and sends a hello, as a page does before its first message.
  private func openSocket() throws -> RawClient {
    let number = count.withLock {
      $0 += 1
      return $0
    }
    let digits = String(number, radix: 16)
    let document = String(repeating: "0", count: 32 - digits.count) + digits
    let (cookie, ticket) = try server.greet(document: document)
    let head = """
      GET /_bridge/socket HTTP/1.1\r\nHost: \(server.authority)\r\nOrigin: http://\(server.authority)\r\nCookie: \(cookie)\r
      Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
      Sec-WebSocket-Protocol: snippetbridge.1\r\n\r\n
      """
    let client = try RawClient(port: server.port)
    client.send(Array(head.utf8))
    let answer = String(decoding: try client.receive(awaiting: "\r\n\r\n"), as: UTF8.self)
    guard answer.hasPrefix("HTTP/1.1 101") else { throw Finding("an upgrade was answered \(answer)") }
    client.send(frame(Array(#"hello {"document":"\#(document)","ticket":"\#(ticket)","received":0}"#.utf8)))
    return client
  }

  /// Returns WebSocket frames with the input. The last byte of the input selects their form.
  private func frames(of input: [UInt8]) -> [UInt8] {
    guard let choice = input.last else { return frame(input) }
    let close = choice & 64 == 0 ? [] : frame([3, 232], opcode: 8)
    return wrapped(input, choice: choice) + close
  }

  private func wrapped(_ input: [UInt8], choice: UInt8) -> [UInt8] {
    switch choice % 8 {
    case 0: return input
    case 1: return frame(input, opcode: choice >> 3 & 15)
    case 2: return frame(input, isFinal: false) + frame(input, opcode: 0)
    case 3: return frame(input, isFinal: false) + frame([], opcode: 9) + frame(input, opcode: choice >> 3 & 15)
    default: return frame(input)
    }
  }

  /// Returns one WebSocket frame (RFC 6455, section 5.2). The mask is zero, so the payload stays unchanged.
  private func frame(_ payload: [UInt8], opcode: UInt8 = 1, isFinal: Bool = true) -> [UInt8] {
    let length: [UInt8] =
      payload.count < 126
      ? [0x80 | UInt8(payload.count)] : [0x80 | 126, UInt8(payload.count >> 8 & 255), UInt8(payload.count & 255)]
    return [(isFinal ? 0x80 : 0) | opcode] + length + [0, 0, 0, 0] + payload
  }
}
