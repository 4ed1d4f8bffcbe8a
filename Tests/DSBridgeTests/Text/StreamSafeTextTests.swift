import DSBridge
import DSBridgeText
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct StreamSafeTextTests {
  private static let joiner: Character = "\u{34F}"

  private func safe(_ text: String) -> [Unicode.Scalar] { Array(String(peer: text.utf8).unicodeScalars) }

  private func marks(_ count: Int) -> String { String(repeating: "\u{316}", count: count) }

  @Test(arguments: ["", "plain", "Grüße, naïve café", "e\u{301}\u{302}", "報告書を印刷する報告書を印刷する報告書を印刷する", "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧"])
  func ordinaryTextIsUnchanged(text: String) {
    #expect(safe(text) == Array(text.unicodeScalars))
  }

  /// Tests the definition of stream-safe text (UAX #15, UAX15-D4).
  @Test(arguments: [
    // The text before the marks, the mark (a non-starter), and the number of marks after which a joiner is inserted.
    ("a", "\u{316}", 30), ("", "\u{316}", 30), ("\u{E9}", "\u{316}", 29), ("\u{1F82}", "\u{316}", 27),
    ("\u{FC5E}", "\u{316}", 28), ("a", "\u{344}", 15), ("a", "\u{F73}", 15), ("a", "\u{FF9E}", 30),
    ("a", "\u{1D165}", 30),
  ])
  func aJoinerFollowsThirtyNonStarters(prefix: String, mark: String, together: Int) {
    #expect(safe(prefix + String(repeating: mark, count: together)).contains("\u{34F}") == false)
    let long = safe(prefix + String(repeating: mark, count: together + 1))
    #expect(long.firstIndex(of: "\u{34F}") == prefix.unicodeScalars.count + together)
    #expect(long.filter { $0 == "\u{34F}" }.count == 1)
  }

  @Test func runsAfterTheFirstAreCutLikewise() {
    let text = safe("a" + marks(95) + "b" + marks(31))
    #expect(text.indices.filter { text[$0] == "\u{34F}" } == [31, 62, 93, 1 + 98 + 1 + 30])
  }

  @Test func aShortRunAmongAsciiIsFound() {
    let text = String(repeating: "x", count: 1000) + marks(31) + String(repeating: "y", count: 1000)
    #expect(safe(text).count == 2032)
  }

  /// If text from a peer were not made stream-safe, comparing a megabyte of alternating marks would take about a
  /// minute, and several megabytes much longer.
  @Test func textOfAPeerIsComparedInLinearTime() {
    let alternating = String(repeating: "\u{301}\u{316}", count: 1 << 20)
    let one = String(peer: alternating.utf8)
    let other = String(peer: String(repeating: "\u{316}\u{301}", count: 1 << 20).utf8)
    #expect(one == String(peer: alternating.utf8 + []))
    #expect(one != "a" && one.hashValue != 0)
    #expect(Set([one, other]).count <= 2)
    #expect(one.hasPrefix(other) == (one == other))
  }

  @Test func percentEncodedTextIsStreamSafe() {
    let marks = String(repeating: "%CC%96", count: 31)
    #expect(String(percentEncodedPeer: "a\(marks)%zz%".utf8).unicodeScalars.count == 1 + 32 + 4)
    #expect(!"http://a/?\(marks)%".isStreamSafeWhenDecoded && "http://a/?%CC%96%".isStreamSafeWhenDecoded)
  }

  @Test func brokenPercentEncoding() {
    #expect(String(strictlyPercentEncodedPeer: "a%FF%2fb".utf8) == "a\u{FFFD}/b")
    for text in ["%", "a%2", "%zz%2F"] { #expect(String(strictlyPercentEncodedPeer: text.utf8) == nil) }
    #expect(String(percentEncodedPeer: "%zz%2F%FF".utf8) == "%zz/\u{FFFD}")
  }

  @Test(arguments: [
    "\u{316}", #"\u0316"#, #"\ud834\udd65"#, #"\u0f73"#, "\u{1D165}", "\u{316}\\u0301",
  ])
  func documentsDecodeStreamSafeStrings(mark: String) throws {
    let json = "[\"a" + String(repeating: mark, count: 100) + "\",\"b\(mark)\"]"
    let decoded = try #require(try JSONDocument(Array(json.utf8)).decode([String].self).first)
    let ungated = try #require((try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String])?.first)
    #expect(Array(decoded.unicodeScalars) == Array(String(peer: ungated.utf8).unicodeScalars))
    #expect(decoded.unicodeScalars.contains("\u{34F}"))
  }

  /// Foundation would interpret text with NULs as UTF-16. `JSONDocument` refuses such text.
  @Test func jsonWithNULsIsNoDocument() {
    #expect(throws: JSONDocument.SyntaxError.self) { try JSONDocument([0, 0x22, 3, 1, 3, 0x16, 0, 0x22]) }
  }
}
