import HTTPTypes
import Testing

@testable import SnippetBridgeWebServer

/// The header fields in which a proxy sends the addresses of its clients.
@Suite(.timeLimit(.minutes(5))) struct TrustedProxyTests {
  @Test(arguments: [
    ("10.0.0.0/8", "10.1.2.3", true), ("10.0.0.0/8", "11.0.0.1", false), ("127.0.0.1", "127.0.0.1", true),
    ("127.0.0.1", "127.0.0.2", false), ("127.0.0.1", "::ffff:127.0.0.1", true), ("::1", "::1", true),
    ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
    ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "8.8.8.8", true),
    ("10.0.0.0/8", "nonsense", false),
  ])
  func ranges(_ range: String, _ address: String, _ isInside: Bool) throws {
    #expect(try #require(AddressRange(range)).contains(address) == isInside)
  }

  @Test(arguments: ["", "localhost", "10.0.0", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::/129", "10.0.0.0/8/8"])
  func noRanges(_ text: String) { #expect(AddressRange(text) == nil) }

  @Test(
    arguments: [
      (["198.51.100.7"], "198.51.100.7"),
      (["6.6.6.6, 198.51.100.7"], "198.51.100.7"),
      (["6.6.6.6", "198.51.100.7"], "198.51.100.7"),
      (["6.6.6.6, 198.51.100.7, 10.0.0.2"], "198.51.100.7"),
      (["2001:db8::7"], "2001:db8::7"), (["[2001:db8::7]:1234"], "2001:db8::7"), (["198.51.100.7:99"], "198.51.100.7"),
      (["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
      (["6.6.6.6, unknown"], nil), ([""], nil), ([], nil),
    ] as [([String], String?)])
  func theLastAddressThatIsNoProxysCounts(_ lines: [String], _ found: String?) throws {
    let name = try #require(HTTPField.Name("X-Forwarded-For"))
    var fields = HTTPFields()
    for line in lines { fields.append(HTTPField(name: name, value: line)) }
    let proxies = [try #require(AddressRange("10.0.0.0/8"))]
    #expect(ForwardedAddress.find(in: ReceivedFields(fields), trusting: proxies) == found)
  }

  private static let peers = TestHandler(prompt: { ServerResponse(.ok, body: .bytes(Array($0.peer.utf8))) })

  @Test func onlyATrustedProxyIsBelieved() async throws {
    let proxy = try #require(AddressRange("127.0.0.2"))
    try await withServer(Self.peers, change: { $0.trustedProxies = [proxy] }) { port in
      let forwarded = ["X-Forwarded-For: 198.51.100.7"]
      let (trusted, other) = (
        try RawSocket(port: port, from: "127.0.0.2"), try RawSocket(port: port, from: "127.0.0.3")
      )
      #expect(try trusted.request("GET", "/", headers: forwarded).text == "198.51.100.7")
      #expect(try trusted.request("GET", "/").text == "127.0.0.2")
      #expect(try other.request("GET", "/", headers: forwarded).text == "127.0.0.3")
    }
  }

  /// The connection limit per address applies to each client of the proxy, not to the proxy's own address.
  @Test func limitsGoByWhatIsForwarded() async throws {
    let proxy = try #require(AddressRange("127.0.0.2"))
    let delegate = RecordingDelegate()
    let handler = TestHandler(decide: { _ in .upgrade(delegate) })
    try await withServer(
      handler,
      change: {
        $0.trustedProxies = [proxy]
        $0.connections.maximumCountPerAddress = 2
      }
    ) { port in
      func open(for client: String) throws -> (RawSocket, String) {
        let socket = try RawSocket(port: port, from: "127.0.0.2")
        let handshake = WebSocketClient.handshake.replacing(
          "Host: localhost\r\n", with: "Host: localhost\r\nX-Forwarded-For: \(client)\r\n")
        try socket.send(handshake)
        return (socket, String(try socket.readHead().dropFirst(9).prefix(3)))
      }
      var open1: [RawSocket] = []
      for (client, status) in [("198.51.100.7", "101"), ("198.51.100.7", "101"), ("198.51.100.8", "101")] {
        let (socket, answer) = try open(for: client)
        #expect(answer == status)
        open1.append(socket)
        #expect(try delegate.socket().peer == client)
      }
      #expect(try open(for: "198.51.100.7").1 == "503")
      open1.removeFirst().reset()
      #expect(try delegate.events.next() == .closed(1006, ""))
      #expect(try open(for: "198.51.100.7").1 == "101")
    }
  }
}
