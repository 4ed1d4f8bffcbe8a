import CLibwebsockets
import Glibc

/// What a libwebsockets context points at and does not copy. It must outlive the context.
final class LwsMemory {
  /// The array that `foreign_loops` wants: one loop.
  let loops: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  /// HTTP first, then our subprotocol, then the end mark.
  let protocols: UnsafeMutablePointer<lws_protocols>
  let idlePolicy: UnsafeMutablePointer<lws_retry_bo_t>
  let vhostName: UnsafeMutablePointer<CChar>?
  let alpn: UnsafeMutablePointer<CChar>?
  let certificateFile: UnsafeMutablePointer<CChar>?
  let keyFile: UnsafeMutablePointer<CChar>?
  let clientAuthorityFile: UnsafeMutablePointer<CChar>?
  /// Of the few answers that libwebsockets gives by itself: to methods it does not know, and to plain HTTP where TLS is spoken.
  let headers: UnsafeMutablePointer<lws_protocol_vhost_options>
  private let names: [UnsafeMutablePointer<CChar>?]

  init(loop: OpaquePointer, configuration: WebServerConfiguration) {
    loops = .allocate(capacity: 1)
    loops.initialize(to: UnsafeMutableRawPointer(loop))

    let texts = [
      "x-content-type-options:", "nosniff", "referrer-policy:", "same-origin", "content-security-policy:",
      "default-src 'none'; frame-ancestors \(configuration.frameAncestors)",
    ]
    let fields = texts.map { strdup($0) }
    let count = fields.count / 2
    headers = .allocate(capacity: count)
    headers.initialize(repeating: lws_protocol_vhost_options(), count: count)
    for index in 0..<count {
      headers[index].name = UnsafePointer(fields[2 * index])
      headers[index].value = UnsafePointer(fields[2 * index + 1])
      if index + 1 < count { headers[index].next = UnsafePointer(headers + index + 1) }
    }
    let names = [strdup("http"), strdup(configuration.subprotocol)]
    self.names = names + fields
    protocols = .allocate(capacity: 3)
    protocols.initialize(repeating: lws_protocols(), count: 3)
    protocols[0].name = UnsafePointer(names[0])
    protocols[0].callback = lwsCallback
    protocols[1].name = UnsafePointer(names[1])
    protocols[1].callback = lwsCallback
    // Per WebSocket: what one read takes, allocated for the socket's life. One write takes more, from the message itself.
    protocols[1].rx_buffer_size = 16 << 10
    protocols[1].tx_packet_size = 64 << 10
    // Not used, but without any libwebsockets does not say that it begins to end a WebSocket.
    protocols[1].per_session_data_size = 1

    idlePolicy = .allocate(capacity: 1)
    // All zero: libwebsockets sends no pings of its own. Its timers come late under libev, whose running timer it tries to
    // set again; ours are in DeadlineTable.
    idlePolicy.initialize(to: lws_retry_bo_t())

    vhostName = strdup("snippetbridge")
    alpn = strdup("http/1.1")
    certificateFile = configuration.tls.flatMap { strdup($0.certificateFile) }
    keyFile = configuration.tls.flatMap { strdup($0.keyFile) }
    clientAuthorityFile = configuration.tls?.clientAuthorityFile.flatMap { strdup($0) }
  }

  deinit {
    loops.deallocate()
    protocols.deallocate()
    headers.deallocate()
    idlePolicy.deallocate()
    for name in names + [vhostName, alpn, certificateFile, keyFile, clientAuthorityFile] { free(name) }
  }
}
