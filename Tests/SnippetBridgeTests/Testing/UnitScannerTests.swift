import Testing

@testable import SnippetBridgeTesting

@Suite(.timeLimit(.minutes(5))) struct UnitScannerTests {
  private static let request = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
  private static let upgrade = "GET /y HTTP/1.1\r\nUpgrade: websocket\r\n\r\n"
  private static let frames = [0, 5, 125, 126, 70_000].map { size in
    WebSocketFrame(opcode: WebSocketFrame.text, payload: [UInt8](repeating: 7, count: size)).encoded()
  }

  /// Returns the units that the scanner produces if the input arrives in pieces of this size.
  private func units(of bytes: [UInt8], in size: Int) -> [UnitScanner.Unit] {
    var scanner = UnitScanner()
    var units: [UnitScanner.Unit] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      scanner.append(bytes[start..<min(bytes.count, start + size)])
      while let unit = scanner.next() { units.append(unit) }
    }
    #expect(scanner.rest().isEmpty)
    return units
  }

  @Test(arguments: [1, 3, 64, 1 << 20]) func requestsAndThenFrames(size: Int) {
    let bytes = Array((Self.request + Self.request + Self.upgrade).utf8) + Self.frames.joined()
    let units = units(of: bytes, in: size)
    #expect(units.map(\.bytes) == [Self.request, Self.request, Self.upgrade].map { Array($0.utf8) } + Self.frames)
    #expect(units.map(\.isPost) == [true, true] + [Bool](repeating: false, count: 6))
  }

  @Test(arguments: [1, 64, 1 << 20]) func answersAndThenFrames(size: Int) {
    let answers = [
      "HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc", "HTTP/1.1 204 No Content\r\n\r\n",
      "HTTP/1.1 101 Switching Protocols\r\n\r\n",
    ]
    let units = units(of: Array(answers.joined().utf8) + Self.frames.joined(), in: size)
    #expect(units.map(\.bytes) == answers.map { Array($0.utf8) } + Self.frames)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "\u{16}\u{03} no HTTP at all",
  ]) func whatItDoesNotUnderstandGoesThrough(text: String) {
    #expect(units(of: Array(text.utf8), in: 7).flatMap(\.bytes) == Array(text.utf8))
  }

  @Test func largeUnitsComeInPieces() {
    let large = WebSocketFrame(opcode: WebSocketFrame.text, payload: [UInt8](repeating: 1, count: 3 << 20)).encoded()
    let units = units(of: Array(Self.upgrade.utf8) + large + Self.frames[1], in: 1 << 16)
    #expect(units.count > 40)
    #expect(units.dropFirst().dropLast().flatMap(\.bytes) == large)
    #expect(units.last?.bytes == Self.frames[1])
  }

  @Test func aHeadRequestIsTold() {
    #expect(units(of: Array("HEAD / HTTP/1.1\r\n\r\n".utf8), in: 100).map(\.isHead) == [true])
  }
}
