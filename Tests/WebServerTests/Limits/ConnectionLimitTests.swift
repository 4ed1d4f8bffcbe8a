import TestSupport
import Testing

@testable import SnippetBridgeWebServer

@Suite(.ownThreads, .timeLimit(.minutes(5))) struct ConnectionLimitTests {
  @Test func inAll() async throws {
    let log = LogRecorder()
    let delegate = RecordingDelegate()
    try await withServer(
      TestHandler(decide: { _ in .upgrade(delegate) }), logger: log.logger, change: { $0.connections.maximumCount = 3 }
    ) { port in
      let first = try RawSocket(port: port)
      #expect(try first.request("GET", "/").status == 200)
      let second = try RawSocket(port: port)
      #expect(try second.request("GET", "/").status == 200)
      let third = try WebSocketClient(port: port)
      _ = try delegate.socket()
      #expect(log.lines.isEmpty)
      for _ in 0..<3 {
        let over = try RawSocket(port: port)
        let answer = try over.request("GET", "/")
        #expect(answer.status == 503)
        #expect(answer.text == "This server has reached its limit of 3 connections.\n")
        #expect(try over.readToEnd().isEmpty)
      }
      let refused = try WebSocketClient.open(on: RawSocket(port: port))
      #expect(refused.hasPrefix("HTTP/1.1 503 "))
      #expect(log.lines.count == 1)
      #expect(try first.request("GET", "/").status == 200)
      // When a connection ends, another one is accepted.
      third.socket.reset()
      #expect(try delegate.events.next() == .closed(1006, ""))
      let next = try RawSocket(port: port)
      #expect(try next.request("GET", "/").status == 200)
      #expect(try RawSocket(port: port).request("GET", "/").status == 503)
      #expect(log.lines.count == 2)
    }
  }

  @Test func perAddress() async throws {
    let log = LogRecorder()
    try await withServer(logger: log.logger, change: { $0.connections.maximumCountPerAddress = 2 }) { port in
      var here: [RawSocket] = []
      for _ in 0..<2 {
        here.append(try RawSocket(port: port))
        #expect(try here.last?.request("GET", "/").status == 200)
      }
      let answer = try RawSocket(port: port).request("GET", "/")
      #expect(answer.status == 503)
      #expect(answer.text == "This server has reached its limit of 2 connections with this address.\n")
      #expect(log.lines == ["a connection was refused: the limit of connections is reached peer=127.0.0.1"])
      let elsewhere = try RawSocket(port: port, from: "127.0.0.2")
      #expect(try elsewhere.request("GET", "/").status == 200)
      for socket in here { #expect(try socket.request("GET", "/").status == 200) }
    }
  }

  @Test func overTLSToo() async throws {
    let directory = TemporaryDirectory()
    let tls = try SelfSignedCertificate.ensure(in: directory.path)
    try await withServer(change: {
      $0.listeners[0].tls = tls
      $0.connections.maximumCount = 1
    }) { port in
      let curl = ["curl", "-sSk", "--max-time", "20", "https://127.0.0.1:\(port)/"]
      // This client uses the only connection. It sends nothing.
      let first = try RawSocket(port: port)
      try withExtendedLifetime(first) {
        let run = try Command(curl[0], curl[1], curl[2], curl[3], curl[4])
        #expect(run.output == "This server has reached its limit of 1 connections.\n")
      }
    }
  }

  private func counter(of count: Int) -> ConnectionCounter {
    var limits = ConnectionLimits()
    limits.maximumCount = count
    limits.maximumCountPerAddress = count
    return ConnectionCounter(limits)
  }

  private func block(_ host: String) throws -> AddressBlock { try #require(AddressBlock(numericHost: host)) }

  @Test func whoIsRefusedIsCounted() throws {
    let counter = counter(of: 2)
    let block = try block("10.0.0.1")
    for _ in 0..<2 { #expect(counter.admit(block).admission == .welcome) }
    for number in 0..<64 {
      let (admission, isNews) = counter.admit(block)
      #expect(admission == .refused("This server has reached its limit of 2 connections."))
      #expect(isNews == (number == 0))
    }
    #expect(counter.admit(block).admission == .dropped)
    counter.left(block, wasWelcome: false)
    #expect(counter.admit(block).admission != .dropped)
    counter.left(block, wasWelcome: true)
    #expect(counter.admit(block).admission == .welcome)
  }

  @Test func descriptorsLimitBoth() throws {
    let counter = counter(of: 1000)
    counter.fit(descriptors: 16)
    let (one, other) = (try block("10.0.0.1"), try block("10.0.0.2"))
    for _ in 0..<11 { #expect(counter.admit(one).admission == .welcome) }
    #expect(
      counter.admit(one).admission == .refused("This server has reached its limit of 11 connections with this address.")
    )
    for _ in 0..<3 { #expect(counter.admit(other).admission == .welcome) }
    #expect(counter.admit(other).admission == .refused("This server has reached its limit of 14 connections."))
  }

  @Test func addressesAreCountedByTheirOwners() throws {
    #expect(try block("2001:db8::1") == block("2001:db8::203:405:607:809"))
    #expect(try block("2001:db8::1") != block("2001:db8:0:1::1"))
    // An IPv4-mapped IPv6 address, such as ::ffff:10.0.0.1, belongs to the block of the IPv4 address. A socket that
    // accepts both IPv4 and IPv6 reports IPv4 peers in this form.
    #expect(try block("::ffff:10.0.0.1") == block("10.0.0.1"))
    #expect(try block("::ffff:10.0.0.1") != block("::ffff:10.0.0.2"))
    #expect(try block("0.0.0.0") != block("::"))
  }
}
