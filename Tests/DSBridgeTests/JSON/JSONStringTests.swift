import DSBridge
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONStringTests {
  private let serializer = JSONSerializer()

  /// The texts of cases 17 to 19 of docs/internals/acceptance.md.
  private static let texts =
    [
      "", "it's", "a\"b", #"a\b"#, "a\nb\r\t", "</script>", "${x}`", "100%25", "\u{2028}\u{2029}\u{FEFF}", "👨‍👩‍👧‍👦", "漢字",
      "שלום",
      "e\u{301}", "\u{10FFFF}", "\u{7F}",
    ] + (0..<0x20).map { String(UnicodeScalar(UInt8($0))) }

  /// The error message contains only the beginning of the text. The cut counts bytes, because one character may have
  /// any number of combining marks.
  @Test func aLongOneIsNotRepeatedWhole() {
    let error = #expect(throws: BridgeError.self) {
      try serializer.decode(Int.self, from: JSON("\"a" + String(repeating: "\u{301}", count: 1 << 20) + "\""))
    }
    #expect(error.map { $0.message.utf8.count < 150 } == true)
  }

  @Test(arguments: texts)
  func everyTextSurvivesTheRoundTrip(text: String) throws {
    let json = try serializer.encode(text)
    #expect(!json.bytes.contains { $0 < 0x20 })
    #expect(try serializer.decode(String.self, from: json).unicodeScalars.elementsEqual(text.unicodeScalars))
    // Foundation's coders produce the same result.
    #expect(try serializer.decode([Holder].self, from: serializer.encode([Holder(text: text)])) == [Holder(text: text)])
    #expect(try serializer.decodeAny(from: json) as? String == text)
  }

  private struct Holder: Codable, Equatable {
    var text: String
  }

  @Test(arguments: [
    (#""\ud83d\ude00\u0041\u00e9\/\b\f\n\r\t\"\\""#, "😀Aé/\u{8}\u{C}\n\r\t\"\\"), (#""\ud800""#, "\u{FFFD}"),
    (#""\udc00x""#, "\u{FFFD}x"), (#""x\ud83d""#, "x\u{FFFD}"), (#""\ud800\ud83d\ude00""#, "\u{FFFD}😀"),
    (#""\ud800\u0041""#, "\u{FFFD}A"),
    (#""\ud800\n""#, "\u{FFFD}\n"), (#""\\ud800""#, #"\ud800"#), (#""\uD83D\uDE00""#, "😀"),
  ])
  func escapesAreRead(json: String, text: String) throws {
    #expect(try serializer.decode(String.self, from: JSON(json)) == text)
    #expect(
      try serializer.decode([String: Holder].self, from: JSON(#"{"k":{"text":\#(json)}}"#)) == ["k": Holder(text: text)]
    )
  }

  @Test func aHalfPairInAKeyLeavesTheOthersIntact() throws {
    let members = try serializer.decode([String: Int].self, from: #"{"\ud800":1,"b":2}"#)
    #expect(members == ["\u{FFFD}": 1, "b": 2])
  }

  @Test(arguments: [#"""#, #""\""#, #""\x""#, #""\u12""#, #""\u12g4""#, "'a'", #""a"b"#, #""\"#])
  func otherTextsAreMalformed(json: String) {
    let error = #expect(throws: BridgeError.self) { try serializer.decode(String.self, from: JSON(json)) }
    #expect(error?.code == .malformed)
  }

  @Test func aRawControlCharacterIsNoPartOfAString() {
    #expect(throws: BridgeError.self) {
      try serializer.decode(String.self, from: JSON(bytes: Array("\"a\u{1}\"".utf8)[...]))
    }
  }

  @Test func tenMegabytesSurvive() throws {
    let text = String(repeating: "0123456789abcde\n", count: 640 * 1024)
    let json = try serializer.encode(text)
    #expect(try serializer.decode(String.self, from: json) == text)
  }
}
