import CLibwebsockets

/// One wsi: a WebSocket inside libwebsockets. Valid until `LWS_CALLBACK_WSI_DESTROY`; on its loop's thread only.
struct LwsSocket: @unchecked Sendable {
  // Sendable because it goes between actors of one loop, all on the loop's thread.
  fileprivate let wsi: OpaquePointer

  init(wsi: OpaquePointer) { self.wsi = wsi }

  /// It holds back what the kernel would not take; ask again by ``requestWritable()``.
  var isHoldingBack: Bool { lws_partial_buffered(wsi) != 0 }

  /// `LWS_CALLBACK_SERVER_WRITEABLE` comes when there is room.
  func requestWritable() { lws_callback_on_writable(wsi) }

  func pauseReading() { lws_rx_flow_control(wsi, 0) }
  func resumeReading() { lws_rx_flow_control(wsi, 1) }

  /// Not inside one of its own callbacks: it is gone when this returns.
  func closeNow() { sb_lws_close_now(wsi) }

  /// What the close frame says when it is closed next.
  func setCloseReason(code: UInt16, _ reason: [UInt8]) {
    var reason = reason
    reason.withUnsafeMutableBufferPointer { buffer in
      lws_close_reason(wsi, lws_close_status(UInt32(code)), buffer.baseAddress, buffer.count)
    }
  }

  // MARK: Of the piece that a callback brings

  var isFirstPiece: Bool { lws_is_first_fragment(wsi) != 0 }
  var isLastPiece: Bool { lws_is_final_fragment(wsi) != 0 }
  var isBinary: Bool { lws_frame_is_binary(wsi) != 0 }
  /// Of the frame, in bytes, still to come.
  var remaining: Int { Int(clamping: lws_remaining_packet_payload(wsi)) }

  // MARK: Writing

  enum Frame {
    case text
    case ping
  }

  /// False when the connection is broken.
  func write(_ bytes: [UInt8], as frame: Frame, through buffer: borrowing LwsBuffer) -> Bool {
    buffer.write(bytes, as: frame == .text ? LWS_WRITE_TEXT : LWS_WRITE_PING, to: wsi) >= 0
  }
}

/// The memory that messages pass through on their way to lws_write: "you MUST allocate an extra LWS_PRE bytes before
/// the payload". One per loop; a message that does not fit has memory of its own.
struct LwsBuffer: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer
  private let front = sb_lws_pre()

  init() {
    memory = .allocate(byteCount: 64 << 10 + sb_lws_pre(), alignment: 16)
  }

  deinit { memory.deallocate() }

  fileprivate func write(_ bytes: [UInt8], as kind: lws_write_protocol, to wsi: OpaquePointer) -> Int32 {
    bytes.withUnsafeBytes { source in
      if front + source.count <= memory.count { return write(source, through: memory, as: kind, to: wsi) }
      let large = UnsafeMutableRawBufferPointer.allocate(byteCount: front + source.count, alignment: 16)
      defer { large.deallocate() }
      return write(source, through: large, as: kind, to: wsi)
    }
  }

  private func write(
    _ source: UnsafeRawBufferPointer, through memory: UnsafeMutableRawBufferPointer, as kind: lws_write_protocol,
    to wsi: OpaquePointer
  ) -> Int32 {
    let payload = UnsafeMutableRawBufferPointer(rebasing: memory[front...])
    payload.copyMemory(from: source)
    guard let start = payload.baseAddress else { return -1 }
    return lws_write(wsi, start.assumingMemoryBound(to: UInt8.self), source.count, kind)
  }
}
