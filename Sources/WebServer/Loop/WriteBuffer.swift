import CLibwebsockets

/// The memory that bytes pass through on their way to lws_write: "you MUST allocate an extra LWS_PRE bytes before the
/// payload". One per loop, grown for a message and shrunk again.
struct WriteBuffer: ~Copyable {
  /// The most that a piece of a response body has, in bytes.
  static let pieceSize = 64 << 10

  private let memory: UnsafeMutableRawBufferPointer
  private let front = sb_lws_pre()

  init() {
    memory = .allocate(byteCount: Self.pieceSize + sb_lws_pre() + 4096, alignment: 16)
  }

  deinit { memory.deallocate() }

  func write(
    _ bytes: [UInt8], from offset: Int, count: Int, as kind: lws_write_protocol, to wsi: OpaquePointer
  ) -> Int {
    bytes.withUnsafeBytes { source in
      let source = UnsafeRawBufferPointer(rebasing: source[offset..<offset + count])
      if front + count <= memory.count { return write(source, through: memory, as: kind, to: wsi) }
      let large = UnsafeMutableRawBufferPointer.allocate(byteCount: front + count, alignment: 16)
      defer { large.deallocate() }
      return write(source, through: large, as: kind, to: wsi)
    }
  }

  private func write(
    _ source: UnsafeRawBufferPointer, through memory: UnsafeMutableRawBufferPointer, as kind: lws_write_protocol,
    to wsi: OpaquePointer
  ) -> Int {
    let payload = UnsafeMutableRawBufferPointer(rebasing: memory[front...])
    payload.copyMemory(from: source)
    guard let start = payload.baseAddress else { return -1 }
    return Int(lws_write(wsi, start.assumingMemoryBound(to: UInt8.self), source.count, kind))
  }

  /// Reads a piece with `fill` and writes it. The number of bytes written, or nil when either failed.
  func writePiece(
    of size: Int, to wsi: OpaquePointer, fill: (UnsafeMutableRawBufferPointer) throws -> Int
  ) -> Int? {
    let room = UnsafeMutableRawBufferPointer(rebasing: memory[front..<front + min(size, Self.pieceSize)])
    guard let start = room.baseAddress, let count = try? fill(room), count > 0, count <= room.count else { return nil }
    let written = lws_write(wsi, start.assumingMemoryBound(to: UInt8.self), count, LWS_WRITE_HTTP)
    return written < 0 ? nil : count
  }
}
