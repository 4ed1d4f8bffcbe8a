import CLibwebsockets
import Synchronization

/// One libwebsockets context with its one virtual host, on a loop of ours. Belongs to the loop's thread.
final class LwsContext {
  private let context: OpaquePointer
  let vhost: OpaquePointer
  let isSecure: Bool
  private let memory: LwsMemory

  /// libwebsockets loads its libev plugin with dlopen and counts users in globals: one context at a time is made or freed.
  private static let creation = Mutex(Globals())

  private struct Globals {
    /// libwebsockets keeps the place where a TLS session holds its wsi in a global, and would choose another with each context that prepares TLS:
    /// a client certificate that is being verified on another loop would be looked for in the wrong place, and the process crash.
    var isTLSPrepared = false
  }

  init(loop: OpaquePointer, configuration: WebServerConfiguration) throws(WebServerError) {
    LwsLog.install()
    isSecure = configuration.tls != nil
    let memory = LwsMemory(loop: loop, configuration: configuration)
    self.memory = memory
    let made = Self.creation.withLock { globals -> Result<LwsPointers, WebServerError> in
      Self.make(memory: memory, configuration: configuration, &globals)
    }
    let pointers = try made.get()
    context = pointers.context
    vhost = pointers.vhost
  }

  /// Closes every connection (with its callbacks) and frees the context. Not from within a callback.
  func destroy() {
    Self.creation.withLock { _ in lws_context_destroy(context) }
  }

  /// Sendable because a Mutex hands results out: they go straight back to the thread that made them.
  private struct LwsPointers: @unchecked Sendable {
    let context: OpaquePointer
    let vhost: OpaquePointer
  }

  private static func make(
    memory: LwsMemory, configuration: WebServerConfiguration, _ globals: inout Globals
  ) -> Result<LwsPointers, WebServerError> {
    var info = lws_context_creation_info()
    info.port = sb_port_no_listen_server()
    info.options = sb_context_options()
    // "foreign_loops: pointer to an array of pointers, one per service thread".
    info.foreign_loops = memory.loops
    info.gid = -1
    info.uid = -1
    // Enough to read, and to refuse with an answer, what is over the limit. Lengths are counted in 16 bits.
    info.max_http_header_data2 = UInt32(min(max(2 * configuration.http.maximumHeadSize, 4 << 10), 60 << 10))
    // Header buffers are allocated when a request begins: with fewer than descriptors, slow peers would block the others.
    info.max_http_header_pool2 = 1 << 20
    info.pt_serv_buf_size = 64 << 10
    // Ours come first, and say why.
    let latest =
      max(configuration.connections.handshakeTimeLimit, configuration.http.headTimeLimit).components.seconds + 5
    info.timeout_secs = UInt32(clamping: latest)
    info.keepalive_timeout = Int32(clamping: configuration.http.idleTimeLimit.components.seconds + latest)
    info.headers = UnsafePointer(memory.headers)
    info.protocols = UnsafePointer(memory.protocols)
    info.retry_and_idle_policy = UnsafePointer(memory.idlePolicy)
    info.vhost_name = UnsafePointer(memory.vhostName)
    if configuration.tls != nil, !globals.isTLSPrepared {
      info.options |= sb_tls_context_options()
      globals.isTLSPrepared = true
    }
    guard let context = lws_create_context(&info) else {
      return .failure(WebServerError(.eventLoop, "libwebsockets refused to start."))
    }
    if let tls = configuration.tls {
      info.options |= sb_tls_context_options() | sb_tls_vhost_options()
      info.ssl_options_set = sb_tls_1_2_and_up()
      info.ssl_cert_filepath = UnsafePointer(memory.certificateFile)
      info.ssl_private_key_filepath = UnsafePointer(memory.keyFile)
      info.alpn = UnsafePointer(memory.alpn)
      if tls.clientAuthorityFile != nil {
        info.options |= sb_tls_client_certificate_options()
        info.ssl_ca_filepath = UnsafePointer(memory.clientAuthorityFile)
      }
      guard let vhost = lws_create_vhost(context, &info) else {
        lws_context_destroy(context)
        return .failure(
          WebServerError(.certificateUnreadable, "OpenSSL refused the certificate \(tls.certificateFile)."))
      }
      return .success(LwsPointers(context: context, vhost: vhost))
    }
    guard let vhost = lws_create_vhost(context, &info) else {
      lws_context_destroy(context)
      return .failure(WebServerError(.eventLoop, "libwebsockets refused to make a virtual host."))
    }
    return .success(LwsPointers(context: context, vhost: vhost))
  }
}
