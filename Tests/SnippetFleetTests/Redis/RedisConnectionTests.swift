import DSBridgeLocks
import Glibc
import SnippetBridgeTesting
import SnippetBridgeTLS
import SnippetBridgeWebClient
import TestSupport
import Testing

@testable import SnippetFleet

@Suite(.timeLimit(.minutes(5)))
struct RedisConnectionTests {
  @Test func `replies of all kinds are read`() async throws {
    let redis = try RedisServer()
    #expect(try await redis.run("SET", "key", "a\r\nb") == .status("OK"))
    #expect(try await redis.run("GET", "key") == .bytes(Array("a\r\nb".utf8)))
    #expect(try await redis.run("GET", "none") == .null)
    #expect(try await redis.run("INCR", "number") == .integer(1))
    #expect(
      try await redis.run("EVAL", "return {1, {'a', ''}, false}", "0")
        == .array([.integer(1), .array([.bytes([0x61]), .bytes([])]), .null]))
    await #expect(throws: RedisError.refused("ERR value is not an integer or out of range")) {
      try await redis.run("INCR", "key")
    }
  }

  @Test func `many commands wait for their replies at once`() async throws {
    let redis = try RedisServer()
    let connection = try await redis.connect()
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<1_000 {
        group.addTask { (try? await connection.call(RedisCommand("ECHO", "\(number)")))?.text == "\(number)" }
      }
      for await isRight in group { #expect(isRight) }
    }
    connection.cut()
  }

  @Test func `a lost connection fails the commands that wait`() async throws {
    let redis = try RedisServer()
    let connection = try await redis.connect()
    let waiting = Task { () -> RedisError? in
      do throws(RedisError) {
        _ = try await connection.call(RedisCommand("BLPOP", "nothing", "0"))
        return nil
      } catch { return error }
    }
    try await eventually { try await redis.run("CLIENT", "LIST").text?.contains("cmd=blpop") == true }
    redis.process.stop()
    guard case .lost = await waiting.value else {
      Issue.record("not lost: \(String(describing: await waiting.value))")
      return
    }
    await #expect(throws: RedisError.self) { try await connection.call(RedisCommand("PING")) }
  }

  @Test func `a server that does not answer is given up`() async throws {
    let redis = try RedisServer()
    var limits = RedisLimits()
    limits.answering = .milliseconds(100)
    let connection = try await RedisConnection(try RedisAddress(redis.url).endpoints[0], limits: limits)
    redis.process.send(SIGSTOP)
    await #expect(throws: RedisError.lost("Redis at 127.0.0.1:\(redis.port) has not answered within 0.1 seconds.")) {
      try await connection.call(RedisCommand("PING"))
    }
  }

  @Test func `a certificate is verified`() async throws {
    let files = CertificateFiles()
    try files.makeAuthority("authority")
    try files.makeAuthority("stranger")
    try files.make("redis", signedBy: "authority", extensions: "subjectAltName=IP:127.0.0.1")
    let port = ReservedPort.next()
    let redis = try RedisServer(
      [
        "--tls-port", "\(port)", "--tls-cert-file", files.path("redis.crt"), "--tls-key-file", files.path("redis.key"),
        "--tls-auth-clients", "no", "--tls-ca-cert-file", files.path("authority.crt"),
      ])
    defer { redis.process.stop() }
    func ping(trusting name: String) async throws -> RedisReply {
      let address = try RedisAddress("rediss://127.0.0.1:\(port)", authorities: files.path(name))
      let connection = try await RedisConnection.openSession(address, at: address.endpoints[0], limits: RedisLimits())
      defer { connection.cut() }
      return try await connection.call(RedisCommand("PING"))
    }
    #expect(try await ping(trusting: "authority.crt") == .status("PONG"))
    let error = await #expect(throws: RedisError.self) { try await ping(trusting: "stranger.crt") }
    #expect(error?.description.contains("certificate is not trusted") == true, "\(String(describing: error))")
  }

  @Test func `passwords are checked at the beginning`() async throws {
    let redis = try RedisServer(["--requirepass", "right"])
    func open(_ credentials: String) async throws {
      let address = try RedisAddress("redis://\(credentials)127.0.0.1:\(redis.port)")
      try await RedisConnection.openSession(address, at: address.endpoints[0], limits: RedisLimits()).cut()
    }
    try await open(":right@")
    let wrong = await #expect(throws: RedisError.self) { try await open(":wrong@") }
    #expect(wrong?.description.contains("rejects the password") == true)
    let missing = await #expect(throws: RedisError.self) { try await open("") }
    #expect(missing?.description.contains("NOAUTH") == true)
  }
}

@Suite(.timeLimit(.minutes(5)))
struct RedisReplyReaderTests {
  private func replies(_ pieces: [String], limit: Int = 1_000) throws -> [RedisReply] {
    let reader = try #require(RedisReplyReader(limit: limit))
    var replies: [RedisReply] = []
    for piece in pieces {
      try reader.feed(Array(piece.utf8))
      while let reply = try reader.next() { replies.append(reply) }
    }
    return replies
  }

  @Test func `replies are read from pieces`() throws {
    let text = "*2\r\n$3\r\nabc\r\n:5\r\n+OK\r\n-ERR no\r\n$-1\r\n*0\r\n"
    let expected: [RedisReply] = [
      .array([.bytes(Array("abc".utf8)), .integer(5)]), .status("OK"), .error("ERR no"), .null, .array([]),
    ]
    #expect(try replies([text]) == expected)
    #expect(try replies(text.map { String($0) }) == expected)
  }

  @Test(arguments: [
    "*1000000000\r\n", "*-5\r\n:1\r\n", "hello\r\n", "$99999999999999999999\r\n", ":x\r\n",
    String(repeating: "*1\r\n", count: 20), "$5\r\n" + String(repeating: "x", count: 2_000),
  ])
  func `bytes that violate the protocol end the connection`(_ text: String) {
    #expect(throws: RedisError.self) {
      let found = try replies([text])
      if text.hasPrefix("$999") || found.isEmpty { throw RedisError.violation("nothing") }
    }
  }

  @Test func `the limit counts the elements that have been parsed`() throws {
    let elements = Array(repeating: ":1\r\n", count: 100)
    #expect(throws: RedisError.self) { try replies(["*100\r\n"] + elements, limit: 200) }
    #expect(try replies(["*100\r\n"] + elements, limit: 500).count == 1)
    #expect(try replies(elements, limit: 20).count == 100)
  }

  @Test func `random bytes are never read beyond a limit`() throws {
    var generator = SplitMix64(seed: 26)
    let signs = Array("*$:+-0123459\r\n\r\nab".utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<generator.below(60)).map { _ in signs[generator.below(signs.count)] }
      let reader = try #require(RedisReplyReader(limit: 100))
      do throws(RedisError) {
        try reader.feed(bytes)
        while try reader.next() != nil {}
      } catch {}
    }
  }
}

@Suite(.timeLimit(.minutes(5)))
struct RedisAddressTests {
  @Test func `addresses are read`() throws {
    let address = try RedisAddress("rediss://user:p%40ss@redis.example:1234")
    #expect(address.endpoints.map(\.authority) == ["redis.example:1234"] && address.endpoints[0].tls != nil)
    #expect(address.user == "user" && address.password == "p@ss" && address.primary == nil)
    let sentinels = try RedisAddress("redis+sentinel://:secret@one,two:5000/shop")
    #expect(sentinels.endpoints.map(\.port) == [26379, 5000] && sentinels.primary == "shop" && sentinels.user == nil)
    #expect(try RedisAddress("redis://[::1]").endpoints[0].host == "::1")
  }

  @Test(arguments: [
    "localhost", "http://localhost", "redis://", "redis://host:0", "redis://host:x", "redis://one,two",
    "redis://host/3", "redis+sentinel://host", "redis://user@host", "redis://ho st",
  ])
  func `an invalid address is refused in one line without its password`(_ text: String) throws {
    let error = #expect(throws: FleetError.self) { try RedisAddress(text) }
    #expect(error?.code == .configuration && error?.description.contains("\n") == false)
  }
}
