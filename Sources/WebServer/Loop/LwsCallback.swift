import CLibwebsockets

/// Everything libwebsockets has to say about a connection comes through here, on the loop's thread.
///
/// The opaque pointer is the ``Connection``, unretained: its loop keeps it until `LWS_CALLBACK_WSI_DESTROY`, the last
/// callback of a wsi. Callbacks without one are about the context itself, or come before the wsi is ours.
let lwsCallback:
  @convention(c) (
    OpaquePointer?, lws_callback_reasons, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int
  ) -> Int32 = { wsi, reason, user, input, length in
    // The length is OpenSSL's verdict, 1 for a good chain; libwebsockets goes by what is returned here alone, 0 to accept.
    if reason == LWS_CALLBACK_OPENSSL_PERFORM_CLIENT_CERT_VERIFICATION { return length == 1 ? 0 : 1 }
    if reason == LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS {
      sb_tls_resume_no_clients(user)
      return 0
    }
    guard let wsi, let opaque = lws_get_opaque_user_data(wsi) else { return 0 }
    let connection = Unmanaged<Connection>.fromOpaque(opaque).takeUnretainedValue()
    let event = LwsEvent(
      reason: reason, wsi: wsi, bytes: UnsafeRawBufferPointer(start: input, count: input == nil ? 0 : length))
    // Sound: libwebsockets calls back only from inside ev_run, lws_* calls and lws_context_destroy, all on the loop's thread.
    return connection.onLoop(event) { $0.received($1) }
  }

/// What a callback is about; valid until it returns. Sendable because it goes to an actor of the very thread it is on.
struct LwsEvent: @unchecked Sendable {
  let reason: lws_callback_reasons
  let wsi: OpaquePointer
  /// What has arrived, if the reason brings anything.
  let bytes: UnsafeRawBufferPointer
}
