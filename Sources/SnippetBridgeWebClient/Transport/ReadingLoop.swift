import DSBridgeLocks
import Foundation
import Glibc
import SnippetBridgeCLinux

/// An event loop that calls a handler for each connection with bytes to read. All handlers run on a single thread,
/// which never blocks on a connection.
///
/// Dispatch sources are not used because of a crash: if a peer hangs up while a source is being cancelled, the source
/// ends twice.
final class ReadingLoop: Sendable {
  typealias Token = UInt64

  static let shared = ReadingLoop()

  private let epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
  private let state = Mutex<(handlers: [Token: @Sendable () -> Void], lastToken: Token)>(([:], 0))

  private init() {
    // If no epoll descriptor is available, the thread is not started, and add(_:handler:) returns nil.
    guard epoll >= 0 else { return }
    let thread = Thread { [self] in run() }
    thread.name = "web-client"
    thread.start()
  }

  /// Adds a socket. The handler is called whenever the socket is readable, has ended or has failed, until the socket is
  /// removed. All handlers run on the same thread. Returns `nil` if the system has no resources for another socket.
  func add(_ number: Int32, handler: @escaping @Sendable () -> Void) -> Token? {
    let token = state.withLock { state in
      state.lastToken += 1
      state.handlers[state.lastToken] = handler
      return state.lastToken
    }
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    event.data.u64 = token
    guard epoll_ctl(epoll, EPOLL_CTL_ADD, number, &event) == 0 else {
      state.withLock { $0.handlers[token] = nil }
      return nil
    }
    return token
  }

  /// Removes a socket, which must still be open. After this call, the handler may still be running, or may be called
  /// one more time.
  func remove(_ number: Int32, _ token: Token) {
    epoll_ctl(epoll, EPOLL_CTL_DEL, number, nil)
    state.withLock { $0.handlers[token] = nil }
  }

  private func run() {
    var events = [epoll_event](repeating: epoll_event(), count: 256)
    while true {
      let count = epoll_wait(epoll, &events, CInt(events.count), -1)
      for event in events.prefix(max(0, Int(count))) {
        let handler = state.withLock { $0.handlers[event.data.u64] }
        handler?()
      }
    }
  }
}
