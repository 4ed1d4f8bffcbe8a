import Testing

@testable import SnippetBridgeWebClient

@Suite(.timeLimit(.minutes(5))) struct WebSocketFrameTests {
  /// Byte n of the payload is masked by byte n modulo 4 of the key (RFC 6455, section 5.3).
  @Test func everyByteIsMaskedByItsOwn() throws {
    for count in 0..<70 {
      let payload = (0..<count).map { UInt8($0 * 3 & 255) }
      let bytes = WebSocketFrame(opcode: WebSocketFrame.text, payload: payload).encoded()
      #expect(bytes.count == 6 + count && bytes[1] == 0x80 | UInt8(count))
      #expect(payload.indices.map { bytes[6 + $0] ^ bytes[2 + $0 % 4] } == payload)
    }
  }

  @Test(arguments: 0..<16) func maskingWorksWhereverThePayloadBegins(offset: Int) {
    let mask: [UInt8] = [1, 2, 4, 8]
    var bytes = [UInt8](repeating: 0x10, count: 64)
    bytes.withUnsafeMutableBytes {
      WebSocketFrame.mask(
        UnsafeMutableRawBufferPointer(rebasing: $0[offset..<(offset + 37)]),
        with: mask.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
    }
    let expected = (0..<64).map { index in
      (offset..<(offset + 37)).contains(index) ? 0x10 ^ mask[(index - offset) % 4] : 0x10
    }
    #expect(bytes == expected)
  }

  @Test(arguments: [125, 126, 65_535, 65_536]) func whatIsMaskedIsReadBack(count: Int) throws {
    let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let bytes = WebSocketFrame(opcode: WebSocketFrame.text, payload: payload).encoded(isMasked: false)
    var reader = WebSocketSession()
    for byte in bytes.dropLast() { reader.read([byte]) }
    #expect(try reader.nextFrame() == nil)
    reader.read(bytes.suffix(1))
    #expect(try reader.nextFrame()?.payload == payload)
  }
}
