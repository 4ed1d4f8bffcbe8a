import SnippetBridgeCLibwebsockets

/// A WebSocket inside libwebsockets, which calls it a *wsi*. Valid until `LWS_CALLBACK_WSI_DESTROY`, and only on its
/// loop's thread.
struct LwsSocket {
  let wsi: OpaquePointer

  /// Whether libwebsockets is buffering bytes that the kernel has not accepted. If so, call ``requestWritable()``
  /// before writing more.
  var isHoldingBack: Bool { lws_partial_buffered(wsi) != 0 }

  /// Requests a `LWS_CALLBACK_SERVER_WRITEABLE` callback when the socket can accept more bytes.
  func requestWritable() { lws_callback_on_writable(wsi) }

  func setReading(isPaused: Bool) { lws_rx_flow_control(wsi, isPaused ? 0 : 1) }

  /// Closes the socket and destroys the wsi before it returns. Must not be called inside one of the wsi's own
  /// callbacks.
  func closeNow() { sb_lws_close_now(wsi) }

  /// Sets the code and reason of the close frame that the next close sends.
  func setCloseReason(code: UInt16, _ reason: [UInt8]) {
    var reason = reason
    lws_close_reason(wsi, lws_close_status(UInt32(code)), &reason, reason.count)
  }

  // MARK: The piece of a message that the current callback delivers

  var isFirstPiece: Bool { lws_is_first_fragment(wsi) != 0 }
  var isLastPiece: Bool { lws_is_final_fragment(wsi) != 0 }
  var isBinary: Bool { lws_frame_is_binary(wsi) != 0 }
  /// The number of bytes of the current WebSocket frame that have not arrived yet.
  var remaining: Int { Int(clamping: lws_remaining_packet_payload(wsi)) }

  /// Writes a WebSocket frame, such as `LWS_WRITE_TEXT`. Returns `false` if the connection is broken.
  ///
  /// lws_write's documentation says: "you MUST allocate an extra LWS_PRE bytes before the payload". The bytes are
  /// therefore copied, to `buffer` if they fit into it.
  func write(
    _ bytes: [UInt8], as kind: lws_write_protocol, through buffer: UnsafeMutableRawBufferPointer
  ) -> Bool {
    let front = sb_lws_pre()
    let size = front + bytes.count
    let fits = size <= buffer.count
    let memory = fits ? buffer : .allocate(byteCount: size, alignment: 16)
    defer { if !fits { memory.deallocate() } }
    let payload = UnsafeMutableRawBufferPointer(rebasing: memory[front...])
    bytes.withUnsafeBytes { payload.copyMemory(from: $0) }
    guard let start = payload.baseAddress else { return false }
    return lws_write(wsi, start.assumingMemoryBound(to: UInt8.self), bytes.count, kind) >= 0
  }
}
