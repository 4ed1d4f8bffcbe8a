import SnippetBridgeCLibwebsockets

/// The function that libwebsockets calls for every event of a WebSocket, on the loop's thread.
///
/// libwebsockets calls its object for one WebSocket a *wsi*. Each wsi has an unretained opaque pointer to its
/// ``WebSocketConnection``, because the loop retains the connection until `LWS_CALLBACK_WSI_DESTROY`, the last callback
/// for a wsi. libwebsockets sets no pointer when it adopts a socket, so the first callback sets the pointer to the
/// connection that ``LwsContext`` adopts. A callback without a pointer outside of an adoption concerns the context
/// itself and is ignored.
let lwsCallback:
  @convention(c) (
    OpaquePointer?, lws_callback_reasons, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int
  ) -> Int32 = { wsi, reason, user, input, length in
    guard let wsi else { return 0 }
    let connection: WebSocketConnection
    if let opaque = lws_get_opaque_user_data(wsi) {
      connection = Unmanaged<WebSocketConnection>.fromOpaque(opaque).takeUnretainedValue()
    } else if let user = lws_context_user(lws_get_context(wsi)),
      let adopted = Unmanaged<LwsContext>.fromOpaque(user).takeUnretainedValue().adopted
    {
      connection = adopted
      lws_set_opaque_user_data(wsi, Unmanaged.passUnretained(connection).toOpaque())
    } else {
      return 0
    }
    let bytes = UnsafeRawBufferPointer(start: input, count: input == nil ? 0 : length)
    // libwebsockets makes callbacks only inside ev_run, lws_* calls and lws_context_destroy, all on the loop's thread.
    // Therefore this function may use the connection.
    return connection.received(reason, bytes, on: LwsSocket(wsi: wsi))
  }
