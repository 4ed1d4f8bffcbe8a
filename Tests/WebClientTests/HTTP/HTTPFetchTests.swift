import DSBridgeLocks
import Foundation
import Glibc
import TestSupport
import Testing

@testable import SnippetBridgeWebClient

/// Fetches over real sockets, from servers that may misbehave.
@Suite(.timeLimit(.minutes(5))) struct HTTPFetchTests {
  private func fetch(
    _ port: Int, _ target: String = "/", headers: [String: String] = [:], limit: Int = 1 << 20,
    limits: ClientLimits = ClientLimits()
  ) async throws -> HTTPReply {
    let url = try #require(URL(string: "http://127.0.0.1:\(port)\(target)"))
    return try await WebAddress(url, .http, trust: .system).get(headers: headers, limits: limits, bodyLimit: limit)
  }

  /// Creates a server that sends `text`. It then closes the connection, or keeps it open with `isOpen`.
  private func upstream(_ text: String, isOpen: Bool = false) throws -> HandmadeUpstream {
    try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send(text)
      if isOpen { _ = link.waitForEnd() } else { link.cut() }
    }
  }

  @Test func whatIsAskedAndAnswered() async throws {
    let upstream = try upstream(.ok("hello", headers: ["X-Name: a"]), isOpen: true)
    let reply = try await fetch(
      upstream.port, "/a%20b?c=d#e", headers: ["B": "2", "A": "1", "Accept-Encoding": "gzip"])
    #expect(reply.status == 200 && reply.text == "hello" && reply["x-name"] == "a")
    #expect(
      upstream.requests == [
        """
        GET /a%20b?c=d HTTP/1.1\r\nHost: 127.0.0.1:\(upstream.port)\r\nConnection: close\r\nAccept-Encoding: identity\r
        A: 1\r\nB: 2\r\nUser-Agent: SnippetBridge\r\n\r\n
        """
      ])
    _ = try await fetch(upstream.port, "?q", headers: ["user-agent": "me"])
    #expect(upstream.requests.last?.hasPrefix("GET /?q HTTP/1.1\r\n") == true)
    #expect(upstream.requests.last?.headerValues("User-Agent") == ["me"])
  }

  @Test func aRedirectIsReturned() async throws {
    let upstream = try upstream("HTTP/1.1 302 Found\r\nLocation: /b\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n\r\n")
    let reply = try await fetch(upstream.port)
    #expect(reply.status == 302 && reply["Location"] == "/b")
    #expect(reply.headers.filter { $0.name == "Set-Cookie" }.map(\.value) == ["a", "b"])
    #expect(upstream.requests.count == 1)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
    "HTTP/1.0 200 OK\r\n\r\nhello", "HTTP/1.1 200 OK\r\nContent-Encoding: identity\r\nContent-Length: 5\r\n\r\nhello",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nhello",
  ])
  func bodiesOfAllKinds(text: String) async throws {
    let upstream = try upstream(text)
    #expect(try await fetch(upstream.port).text == "hello")
  }

  @Test(arguments: [
    "", "nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut", "HTTP/1.1 200 OK\r\nContent-",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel", "HTTP/1.1 101 Switching Protocols\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nhello",
  ])
  func whatIsCutOrNonsenseIsAnError(text: String) async throws {
    let upstream = try upstream(text)
    await #expect(throws: WebClientError.self) { try await fetch(upstream.port) }
  }

  @Test func whatEndsWithAResetIsCut() async throws {
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send("HTTP/1.1 200 OK\r\n\r\nhello")
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(link.descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
    await #expect(throws: WebClientError.self) { try await fetch(upstream.port) }
  }

  /// The client stops reading a response at its limit, whether or not the response declares its length.
  @Test(arguments: [
    "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40000000\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n",
    "HTTP/1.1 200 OK\r\nEndless: ", "HTTP/1.1 200 endless ",
  ])
  func tooMuchIsNotRead(head: String) async throws {
    let ended = Signal<Int>()
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      var sent = 0
      let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16)
      do {
        try link.send(head)
        while true {
          try link.send(piece)
          sent += piece.count
        }
      } catch { ended.send(sent) }
    }
    let error = await #expect(throws: WebClientError.self) { try await fetch(upstream.port, limit: 1000) }
    guard case .tooLarge = error else { Issue.record("\(String(describing: error))"); return }
    // The server could not send more than the kernel's buffers hold.
    #expect(try #require(await ended.value()) < 64 << 20)
  }

  @Test func whoeverIsCancelledDoesNotWait() async throws {
    for text in ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhel"] {
      let (asked, ended) = (Signal<Void>(), Signal<Void>())
      let upstream = try HandmadeUpstream { link, upstream in
        _ = try upstream.readRequest(link)
        try link.send(text)
        asked.send()
        if link.waitForEnd() { ended.send() }
      }
      let task = Task { try await fetch(upstream.port) }
      await asked.value()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(await ended.value() != nil)
    }
  }

  /// Cancels requests at the moment when bytes of the response arrive.
  @Test func whoeverIsCancelledWhileBytesArriveDoesNotHang() async throws {
    let (requests, sink) = AsyncStream<Void>.makeStream()
    var request = requests.makeAsyncIterator()
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
      sink.yield()
      while true { try link.send("hello") }
    }
    for _ in 0..<500 {
      let task = Task { try await fetch(upstream.port) }
      await request.next()
      task.cancel()
      await #expect(throws: (any Error).self) { try await task.value }
    }
  }

  @Test func waitingHasAnEnd() async throws {
    var limits = ClientLimits()
    limits.answering = .milliseconds(100)
    let silent = try upstream("", isOpen: true)
    await #expect(throws: WebClientError.timeout(waitingFor: "bytes from the server")) {
      try await fetch(silent.port, limits: limits)
    }
    // The time limit applies to the whole head. Sending byte by byte does not extend it.
    let dripping = try HandmadeUpstream { link, _ in
      for byte in Array("HTTP/1.1 200 OK\r\nX: ".utf8) + [UInt8](repeating: 97, count: 100_000) {
        try link.send([byte])
        var nothing = pollfd()
        poll(&nothing, 0, 10)
      }
    }
    await #expect(throws: WebClientError.self) { try await fetch(dripping.port, limits: limits) }
    limits = ClientLimits()
    limits.silence = .milliseconds(100)
    let stuck = try upstream("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhel", isOpen: true)
    await #expect(throws: WebClientError.timeout(waitingFor: "bytes from the server")) {
      try await fetch(stuck.port, limits: limits)
    }
  }

  // MARK: Connecting

  @Test func nobodyThere() async throws {
    let upstream = try upstream("")
    let port = upstream.port
    upstream.stop()
    await #expect(throws: WebClientError.self) { try await fetch(port) }
    let unknown = try #require(URL(string: "http://nobody.invalid/"))
    let error = await #expect(throws: WebClientError.self) {
      try await WebAddress(unknown, .http, trust: .system).get(headers: [:], limits: ClientLimits(), bodyLimit: 1)
    }
    #expect(error?.description.contains("nobody.invalid") == true)
  }

  /// The backlog of the listener is full, so the kernel drops connection attempts, until the client's time limit has
  /// passed.
  @Test func aServerThatTakesNobodyIsGivenUp() async throws {
    let listener = try FullListener()
    var limits = ClientLimits()
    limits.connecting = .milliseconds(100)
    await #expect(throws: WebClientError.self) { try await fetch(listener.port, limits: limits) }
    let task = Task { try await fetch(listener.port) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(arguments: [
    "ftp://a.example/", "http:///path", "/path", "data:text/plain,a", "ws://a.example/", "http://a.example:0/",
    "http://a.example:70000/",
  ])
  func otherAddressesAreNone(text: String) throws {
    let url = try #require(URL(string: text))
    #expect(throws: WebClientError.self) { try WebAddress(url, .http, trust: .system) }
  }

  @Test func theServerOfAnAddress() throws {
    func endpoint(_ text: String, _ kind: WebAddress.Kind = .http) throws -> String {
      let endpoint = try WebAddress(#require(URL(string: text)), kind, trust: .system).endpoint
      return "\(endpoint.authority) \(endpoint.port) \(endpoint.tls != nil)"
    }
    #expect(try endpoint("HTTP://a.example") == "a.example 80 false")
    #expect(try endpoint("https://a.example:8443/") == "a.example:8443 8443 true")
    #expect(try endpoint("https://user:secret@[::1]/") == "[::1] 443 true")
    #expect(try endpoint("ws://a.example:443", .webSocket) == "a.example:443 443 false")
    #expect(try endpoint("wss://a.example", .webSocket) == "a.example 443 true")
  }

  @Test(arguments: [
    ["a b": "c"], ["": "c"], ["a": "b\r\nc: d"], ["a": "b\0"], ["Host": "a.example"], ["transfer-encoding": "chunked"],
  ])
  func headersThatWouldBeSomethingElse(headers: [String: String]) async throws {
    let address = try WebAddress(#require(URL(string: "http://a.example/")), .http, trust: .system)
    let error = await #expect(throws: WebClientError.self) {
      try await address.get(headers: headers, limits: ClientLimits(), bodyLimit: 1)
    }
    guard case .request = error else { Issue.record("\(String(describing: error))"); return }
  }
}

/// A listener that never accepts, and whose backlog is full.
private final class FullListener {
  let port: Int
  private var numbers: [CInt] = []

  init() throws {
    let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    numbers.append(listener)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let numbers = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> [CInt] in
        guard bind(listener, address, size) == 0, listen(listener, 0) == 0, getsockname(listener, address, &size) == 0
        else { return [] }
        return (0..<4).map { _ in
          let number = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
          connect(number, address, size)
          return number
        }
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    self.numbers += numbers
    try #require(!numbers.isEmpty)
  }

  deinit {
    for number in numbers { close(number) }
  }
}
