/// A WebSocket frame (RFC 6455, section 5.2), which may be invalid.
package struct WebSocketFrame: Sendable, Equatable {
  package static let continuation: UInt8 = 0
  package static let text: UInt8 = 1
  package static let binary: UInt8 = 2
  package static let close: UInt8 = 8
  package static let ping: UInt8 = 9
  package static let pong: UInt8 = 10

  package var opcode: UInt8
  package var isFinal: Bool
  /// The bits RSV1 (0x40), RSV2 (0x20) and RSV3 (0x10).
  package var reserved: UInt8
  package var payload: [UInt8]

  package init(opcode: UInt8, isFinal: Bool = true, reserved: UInt8 = 0, payload: [UInt8] = []) {
    self.opcode = opcode
    self.isFinal = isFinal
    self.reserved = reserved
    self.payload = payload
  }

  /// Returns the serialized WebSocket frame. Clients must mask frames; tests may pass `false`.
  package func encoded(isMasked: Bool = true) -> [UInt8] {
    var bytes = [(isFinal ? 0x80 : 0) | reserved & 0x70 | opcode & 0x0F]
    let maskBit: UInt8 = isMasked ? 0x80 : 0
    switch payload.count {
    case ..<126: bytes.append(maskBit | UInt8(payload.count))
    case ..<65_536: bytes += [maskBit | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default:
      bytes.append(maskBit | 127)
      bytes += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: payload.count >> $0) }
    }
    guard isMasked else { return bytes + payload }
    let mask = UInt32.random(in: 0...UInt32.max)
    withUnsafeBytes(of: mask) { bytes += $0 }
    let start = bytes.count
    bytes += payload
    bytes.withUnsafeMutableBytes { Self.mask(UnsafeMutableRawBufferPointer(rebasing: $0[start...]), with: mask) }
    return bytes
  }

  /// Masks a payload (RFC 6455, section 5.3), eight bytes at a time. The first byte of `mask` in memory order applies
  /// to the first byte of the payload.
  package static func mask(_ payload: UnsafeMutableRawBufferPointer, with mask: UInt32) {
    let word = UInt64(mask) << 32 | UInt64(mask)
    let whole = payload.count & ~7
    for offset in stride(from: 0, to: whole, by: 8) {
      let masked = payload.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ word
      payload.storeBytes(of: masked, toByteOffset: offset, as: UInt64.self)
    }
    withUnsafeBytes(of: word) { word in
      for offset in whole..<payload.count { payload[offset] ^= word[offset & 7] }
    }
  }
}
