import DSBridgeLocks
import SnippetBridgeCLibwebsockets
import SnippetBridgePlatform

/// A libwebsockets context with one virtual host, which runs on one of the server's event loops. The context serves
/// WebSockets only. It never listens, and receives a peer's bytes only after the server has checked the peer's
/// handshake. Used only on the loop's thread.
final class LwsContext {
  /// The WebSocket whose descriptor is being passed to libwebsockets. The callback finds it through the context.
  private(set) var adopted: WebSocketConnection?
  private var context: OpaquePointer?
  private var vhost: OpaquePointer?

  // The memory below is used by libwebsockets, which does not copy it.

  /// The array for `foreign_loops`, with one loop.
  private let loops: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  /// The protocols: HTTP, the server's subprotocol, and the terminating entry.
  private let protocols: UnsafeMutablePointer<lws_protocols>
  private let idlePolicy: UnsafeMutablePointer<lws_retry_bo_t>
  /// The names of the two protocols, and of the virtual host.
  private let names: [UnsafeMutablePointer<CChar>?]

  /// A lock that serializes the creation and destruction of contexts. It is needed because libwebsockets loads its
  /// libev plugin with dlopen and counts the plugin's users in global variables.
  private static let creation = Mutex(())

  init(loop: OpaquePointer, subprotocol: String) throws(WebServerError) {
    _ = LwsLog.installed
    loops = .allocate(capacity: 1)
    loops.initialize(to: UnsafeMutableRawPointer(loop))
    names = ["http", subprotocol, "snippetbridge"].map { (name: String) in strdup(name) }
    protocols = .allocate(capacity: 3)
    protocols.initialize(repeating: lws_protocols(), count: 3)
    for index in 0...1 {
      protocols[index].name = UnsafePointer(names[index])
      protocols[index].callback = lwsCallback
    }
    // The size of one read. A buffer of this size is allocated for the lifetime of each WebSocket, so it is small: most
    // messages of a page fit into it. A write can be larger, because the server provides the memory for each write.
    protocols[1].rx_buffer_size = 2 << 10
    protocols[1].tx_packet_size = 64 << 10
    // The server stores no data per session. However, with a size of 0, libwebsockets does not report when it begins to
    // close a WebSocket.
    protocols[1].per_session_data_size = 1

    idlePolicy = .allocate(capacity: 1)
    // An empty policy turns off libwebsockets' own pings. With libev, the timers of these pings fire late, because
    // libwebsockets tries to set a timer that is already running. The server uses a ``DeadlineTable`` instead.
    idlePolicy.initialize(to: lws_retry_bo_t())
    Self.creation.withLock { _ in create() }
    guard vhost != nil else {
      destroy()
      throw WebServerError(.eventLoop, "libwebsockets cannot be started.")
    }
  }

  deinit {
    loops.deallocate()
    protocols.deallocate()
    idlePolicy.deallocate()
    for name in names { free(name) }
  }

  /// Closes every connection, which triggers the connections' last callbacks, and frees the context. Must be called
  /// before the object is released, and not in a callback.
  func destroy() {
    Self.creation.withLock { _ in lws_context_destroy(context) }
  }

  /// Transfers a descriptor to libwebsockets, with bytes that libwebsockets treats as received from the peer: a
  /// handshake that it always accepts, and possibly WebSocket frames.
  ///
  /// libwebsockets reads these bytes and calls back before this function returns. If libwebsockets fails, now or
  /// later, it closes the descriptor.
  func adopt(_ descriptor: CInt, bytes: [UInt8], as connection: WebSocketConnection) {
    adopted = connection
    defer { adopted = nil }
    bytes.withUnsafeBytes { bytes in
      _ = lws_adopt_socket_vhost_readbuf(
        vhost, descriptor, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }

  private func create() {
    var info = lws_context_creation_info()
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER
    info.options = sb_context_options()
    // libwebsockets' documentation: "foreign_loops: pointer to an array of pointers, one per service thread".
    info.foreign_loops = loops
    info.gid = -1
    info.uid = -1
    // The sizes only need to be large enough for the handshakes that this server writes itself.
    info.max_http_header_data2 = 2048
    info.max_http_header_pool2 = 1 << 20
    info.pt_serv_buf_size = 64 << 10
    info.protocols = UnsafePointer(protocols)
    info.retry_and_idle_policy = UnsafePointer(idlePolicy)
    info.vhost_name = UnsafePointer(names[2])
    // Unretained, because ``destroy()`` is called before this object is released.
    info.user = Unmanaged.passUnretained(self).toOpaque()
    context = lws_create_context(&info)
    if let context { vhost = lws_create_vhost(context, &info) }
  }
}
