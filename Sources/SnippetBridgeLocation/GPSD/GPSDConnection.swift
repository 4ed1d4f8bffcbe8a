import Foundation
import SnippetBridgePlatform

/// A connection to gpsd on a thread of its own.
enum GPSDConnection {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let connectTimeLimit: CInt = 10_000
  private static let request = #"?WATCH={"enable":true,"json":true};"# + "\n"
  /// The maximum number of unread lines. Older lines are dropped.
  private static let mostLines = 64

  /// Returns gpsd's lines. The stream ends when gpsd closes the connection, and throws a ``Failure`` if gpsd cannot be
  /// reached. Ending the iteration closes the connection.
  static func events(host: String, port: Int) -> AsyncThrowingStream<LineBuffer.Event, any Error> {
    let (events, sink) = AsyncThrowingStream<LineBuffer.Event, any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(mostLines))
    guard let (ours, theirs) = SystemSocket.makePair() else {
      sink.finish(throwing: failure(errno))
      return events
    }
    // Closing this end wakes the thread, whatever it waits for. Called once, however the stream ends.
    sink.onTermination = { _ in close(ours) }
    Thread.detachNewThread {
      SystemThread.setName("gpsd")
      defer { close(theirs) }
      do {
        let socket = try connect(host, port, until: theirs)
        defer { close(socket) }
        try read(socket, until: theirs, into: sink)
        sink.finish()
      } catch {
        sink.finish(throwing: error)
      }
    }
    return events
  }

  private static func failure(_ code: CInt) -> Failure { Failure(description: String(cString: strerror(code))) }

  /// Returns a socket that is connected to the first address that accepts a connection.
  private static func connect(_ host: String, _ port: Int, until end: CInt) throws(Failure) -> CInt {
    var hints = addrinfo()
    hints.ai_socktype = SystemSocket.stream
    var found: UnsafeMutablePointer<addrinfo>?
    let error = getaddrinfo(host, "\(port)", &hints, &found)
    guard error == 0 else { throw Failure(description: String(cString: gai_strerror(error))) }
    defer { freeaddrinfo(found) }
    var last = ECONNREFUSED
    var next = found
    while let address = next?.pointee {
      next = address.ai_next
      let socket = SystemSocket.make(family: address.ai_family)
      guard socket >= 0 else {
        last = errno
        continue
      }
      last = SnippetBridgePlatform.connect(socket, address.ai_addr, address.ai_addrlen) == 0 ? 0 : errno
      if last == EINPROGRESS { last = outcome(of: socket, until: end) }
      guard last != 0 else { return socket }
      close(socket)
    }
    throw failure(last)
  }

  /// Waits for a connection attempt. Returns 0, or the error's number.
  private static func outcome(of socket: CInt, until end: CInt) -> CInt {
    guard wait(for: CInt(POLLOUT), of: socket, until: end, connectTimeLimit) else { return ETIMEDOUT }
    var error: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length) == 0 ? error : errno
  }

  private static func read(
    _ socket: CInt, until end: CInt, into sink: AsyncThrowingStream<LineBuffer.Event, any Error>.Continuation
  ) throws(Failure) {
    keepAlive(socket)
    let sent = Array(request.utf8).withUnsafeBytes { SystemSocket.send($0, to: socket) }
    guard sent == request.utf8.count else { throw failure(errno) }
    var lines = LineBuffer()
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while wait(for: CInt(POLLIN), of: socket, until: end, -1) {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count < 0, errno == EAGAIN || errno == EINTR { continue }
      guard count > 0 else {
        if count < 0 { throw failure(errno) }
        return
      }
      for event in lines.append(buffer.prefix(count)) { sink.yield(event) }
    }
  }

  /// Enables keep-alive: a machine that was switched off does not close its connections.
  private static func keepAlive(_ socket: CInt) {
    let settings: [(CInt, CInt, CInt)] = [
      (SOL_SOCKET, SO_KEEPALIVE, 1), (CInt(IPPROTO_TCP), TCP_KEEPIDLE, 10), (CInt(IPPROTO_TCP), TCP_KEEPINTVL, 5),
      (CInt(IPPROTO_TCP), TCP_KEEPCNT, 3),
    ]
    for (level, name, value) in settings {
      var value = value
      setsockopt(socket, level, name, &value, socklen_t(MemoryLayout<CInt>.size))
    }
  }

  /// Returns false if the reader has stopped or the timeout has passed; -1 is no timeout.
  private static func wait(for event: CInt, of socket: CInt, until end: CInt, _ milliseconds: CInt) -> Bool {
    var descriptors = [
      pollfd(fd: socket, events: Int16(event), revents: 0), pollfd(fd: end, events: Int16(POLLIN), revents: 0),
    ]
    var count: CInt
    repeat { count = poll(&descriptors, 2, milliseconds) } while count < 0 && errno == EINTR
    return count > 0 && descriptors[1].revents == 0
  }
}
