import SnippetBridgeCLibwebsockets

/// The function that libwebsockets calls for every event of a WebSocket, on the loop's thread.
///
/// libwebsockets calls its object for one WebSocket a *wsi*. Each wsi has an opaque pointer to its
/// ``WebSocketConnection``, unretained: the loop keeps the connection until `LWS_CALLBACK_WSI_DESTROY`, the last
/// callback of a wsi. libwebsockets sets no pointer when it adopts a socket, so the first callback sets the one from
/// ``LwsAdoption``. Without a pointer and outside of an adoption, a callback is about the context itself.
let lwsCallback:
  @convention(c) (
    OpaquePointer?, lws_callback_reasons, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int
  ) -> Int32 = { wsi, reason, user, input, length in
    guard let wsi else { return 0 }
    let connection: WebSocketConnection
    if let opaque = lws_get_opaque_user_data(wsi) {
      connection = Unmanaged<WebSocketConnection>.fromOpaque(opaque).takeUnretainedValue()
    } else if let user = lws_context_user(lws_get_context(wsi)),
      let adopted = Unmanaged<LwsAdoption>.fromOpaque(user).takeUnretainedValue().connection
    {
      connection = adopted
      lws_set_opaque_user_data(wsi, Unmanaged.passUnretained(connection).toOpaque())
    } else {
      return 0
    }
    let event = LwsEvent(
      reason: reason, socket: LwsSocket(wsi: wsi),
      bytes: UnsafeRawBufferPointer(start: input, count: input == nil ? 0 : length))
    // libwebsockets calls back only from inside ev_run, lws_* calls and lws_context_destroy, all on the loop's thread.
    return connection.received(event)
  }

/// An object attached to a libwebsockets context, so that a callback can find it by the context. ``LwsContext`` retains
/// it.
final class LwsAdoption {
  /// The WebSocket whose descriptor is being handed to libwebsockets.
  var connection: WebSocketConnection?
}

/// The arguments of a callback, valid until the callback returns.
struct LwsEvent {
  let reason: lws_callback_reasons
  let socket: LwsSocket
  /// The bytes that have arrived; empty if the reason has no input.
  let bytes: UnsafeRawBufferPointer
}
