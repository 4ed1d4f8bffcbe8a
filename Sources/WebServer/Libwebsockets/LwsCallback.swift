import CLibwebsockets

/// Everything libwebsockets has to say about a WebSocket comes through here, on the loop's thread.
///
/// The opaque pointer is the ``WebSocketConnection``, unretained: its loop keeps it until `LWS_CALLBACK_WSI_DESTROY`,
/// the last callback of a wsi. Adoption takes no pointer, so a wsi without one gets that of the connection that is
/// being adopted (``LwsAdoption``). Callbacks while there is none are about the context itself.
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
    // Sound: libwebsockets calls back only from inside ev_run, lws_* calls and lws_context_destroy, all on the loop's
    // thread.
    return connection.onLoop(event) { $0.received($1) }
  }

/// What a context's callbacks find by the context alone. Its ``LwsContext`` keeps it.
final class LwsAdoption {
  /// The WebSocket whose descriptor is being handed over.
  var connection: WebSocketConnection?
}

/// What a callback is about; valid until it returns. Sendable because it goes to an actor of the very thread it is on.
struct LwsEvent: @unchecked Sendable {
  let reason: lws_callback_reasons
  let socket: LwsSocket
  /// What has arrived, if the reason brings anything.
  let bytes: UnsafeRawBufferPointer
}
