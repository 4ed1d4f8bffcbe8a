import CLibwebsockets
import Platform
import Locks

/// One libwebsockets context with one virtual host, on a loop of ours. It serves WebSockets and nothing else: it never
/// listens, and sees a peer's bytes only when the peer's handshake has been checked. Belongs to the loop's thread.
final class LwsContext {
  private let context: OpaquePointer
  private let vhost: OpaquePointer
  private let memory: LwsMemory

  /// libwebsockets loads its libev plugin with dlopen and counts users in globals: one context at a time is made or
  /// freed.
  private static let creation = Mutex(())

  init(loop: OpaquePointer, subprotocol: String) throws(WebServerError) {
    LwsLog.install()
    let memory = LwsMemory(loop: loop, subprotocol: subprotocol)
    self.memory = memory
    let made = Self.creation.withLock { _ in Self.make(memory: memory) }
    guard let made else { throw WebServerError(.eventLoop, "libwebsockets refused to start.") }
    context = made.context
    vhost = made.vhost
  }

  /// Closes every connection (with its callbacks) and frees the context. Not from within a callback.
  func destroy() {
    Self.creation.withLock { _ in lws_context_destroy(context) }
  }

  /// Hands over a descriptor whose peer has sent `bytes` already: a handshake that libwebsockets can only accept, and
  /// perhaps frames.
  ///
  /// libwebsockets reads them before this returns, and calls back as it does. When it gives up, then or later, it has
  /// closed the descriptor.
  func adopt(_ descriptor: CInt, bytes: [UInt8], as connection: WebSocketConnection) {
    memory.adoption.connection = connection
    defer { memory.adoption.connection = nil }
    bytes.withUnsafeBytes { bytes in
      _ = lws_adopt_socket_vhost_readbuf(
        vhost, descriptor, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }

  /// Sendable because a Mutex hands results out: they go straight back to the thread that made them.
  private struct LwsPointers: @unchecked Sendable {
    let context: OpaquePointer
    let vhost: OpaquePointer
  }

  private static func make(memory: LwsMemory) -> LwsPointers? {
    var info = lws_context_creation_info()
    info.port = sb_port_no_listen_server()
    info.options = sb_context_options()
    // "foreign_loops: pointer to an array of pointers, one per service thread".
    info.foreign_loops = memory.loops
    info.gid = -1
    info.uid = -1
    // Of the handshakes that we write ourselves.
    info.max_http_header_data2 = 2048
    info.max_http_header_pool2 = 1 << 20
    info.pt_serv_buf_size = 64 << 10
    info.protocols = UnsafePointer(memory.protocols)
    info.retry_and_idle_policy = UnsafePointer(memory.idlePolicy)
    info.vhost_name = UnsafePointer(memory.vhostName)
    // Unretained: `memory` keeps it.
    info.user = Unmanaged.passUnretained(memory.adoption).toOpaque()
    guard let context = lws_create_context(&info) else { return nil }
    guard let vhost = lws_create_vhost(context, &info) else {
      lws_context_destroy(context)
      return nil
    }
    return LwsPointers(context: context, vhost: vhost)
  }
}

/// What a context points at and does not copy. It must outlive the context.
private final class LwsMemory {
  /// The array that `foreign_loops` wants: one loop.
  let loops: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  /// HTTP first, then our subprotocol, then the end mark.
  let protocols: UnsafeMutablePointer<lws_protocols>
  let idlePolicy: UnsafeMutablePointer<lws_retry_bo_t>
  let vhostName: UnsafeMutablePointer<CChar>?
  let adoption = LwsAdoption()
  private let names: [UnsafeMutablePointer<CChar>?]

  init(loop: OpaquePointer, subprotocol: String) {
    loops = .allocate(capacity: 1)
    loops.initialize(to: UnsafeMutableRawPointer(loop))
    names = [strdup("http"), strdup(subprotocol)]
    protocols = .allocate(capacity: 3)
    protocols.initialize(repeating: lws_protocols(), count: 3)
    protocols[0].name = UnsafePointer(names[0])
    protocols[0].callback = lwsCallback
    protocols[1].name = UnsafePointer(names[1])
    protocols[1].callback = lwsCallback
    // Per WebSocket: what one read takes, allocated for the socket's life. One write takes more, from the message
    // itself.
    protocols[1].rx_buffer_size = 16 << 10
    protocols[1].tx_packet_size = 64 << 10
    // Not used; but with 0 libwebsockets does not say that it begins to end a WebSocket.
    protocols[1].per_session_data_size = 1

    idlePolicy = .allocate(capacity: 1)
    // All zero: libwebsockets sends no pings of its own. Its timers come late under libev, whose running timer it tries
    // to set again; ours are in DeadlineTable.
    idlePolicy.initialize(to: lws_retry_bo_t())
    vhostName = strdup("snippetbridge")
  }

  deinit {
    loops.deallocate()
    protocols.deallocate()
    idlePolicy.deallocate()
    for name in names + [vhostName] { free(name) }
  }
}
