import SnippetBridgeTesting
import Testing

@testable import SnippetBridgeWebServer

/// The requests of a connection do not depend on how its bytes are cut into pieces.
@Suite(.timeLimit(.minutes(5))) struct CutRequestTests {
  private static let good = [
    "GET /a?b HTTP/1.1\r\nHost: a:80\r\nUser-Agent: somebody of some length\r\nX-Other: \t b \r\n\r\n",
    "\r\nPOST / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\nExpect: 100-continue\r\n\r\nhello worldGET / HTTP/1.0\r\n\r\n",
    "PUT http://a/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "5;a=\"b\\\"\";c\r\nhello\r\n10\r\n0123456789abcdef\r\n0\r\nA: b\r\n\r\nOPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
  ].map { Array($0.utf8) }

  @Test func atEveryByte() {
    for bytes in Self.good + RefusedRequest.all.map(\.bytes) {
      let whole = Reading(bytes)
      for cut in 0...bytes.count { #expect(Reading(bytes, cuts: [cut]) == whole) }
      #expect(Reading(bytewise: bytes) == whole)
    }
  }

  @Test func atEveryTwoBytes() {
    for bytes in Self.good {
      let whole = Reading(bytes)
      #expect(whole.isComplete)
      for first in 0...bytes.count {
        for second in first...bytes.count where Reading(bytes, cuts: [first, second]) != whole {
          Issue.record("cut at \(first) and \(second)")
        }
      }
    }
  }

  /// Mutated requests never trap, and are refused at the same byte, however they are cut.
  @Test func mutated() {
    var random = SplitMix64(seed: 12)
    let seeds = Self.good + RefusedRequest.all.map(\.bytes)
    let pieces = [
      "\r\n", "\n", "\r", " ", "\t", ":", "\0", "0", ";", "\"", "chunked", "Content-Length: 5\r\n", "HTTP/1.1",
      "\r\n\r\n",
    ]
    for _ in 0..<3000 {
      var bytes = seeds.randomElement(using: &random) ?? []
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let index = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0 where index < bytes.count: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1 where index < bytes.count: bytes.remove(at: index)
        case 2: bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: index)
        default: bytes.insert(contentsOf: bytes.suffix(index), at: index)
        }
      }
      let whole = Reading(bytes)
      let cut = Int.random(in: 0...bytes.count, using: &random)
      #expect(Reading(bytes, cuts: [cut]) == whole, "\(bytes)")
      #expect(Reading(bytewise: bytes) == whole, "\(bytes)")
    }
  }
}
