import DSBridge
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONNumberTests {
  private let serializer = JSONSerializer()

  @Test(
    arguments: [
      ("5", 5), ("5.0", 5), ("1e3", 1000), ("1E+3", 1000), ("-0", 0), ("0.0", 0), ("50e-1", 5), ("-12", -12),
      ("9223372036854775807", .max), ("-9223372036854775808", .min), ("922337203685477580.7e1", .max),
      ("0e999999999999999999999", 0),
      (" 7\n", 7),
    ] as [(String, Int)])
  func intTakesEverySpelling(text: String, value: Int) throws {
    #expect(try serializer.decode(Int.self, from: JSON(text)) == value)
  }

  @Test(arguments: [
    ("true", "true"), (#""5""#, #""5""#), ("1.5", "1.5"), ("null", "null"), ("[]", "an array"), ("{}", "an object"),
    ("9223372036854775808", "9223372036854775808"), ("-9223372036854775809", "-9223372036854775809"),
    ("1e400", "1e400"),
    ("1e-1", "1e-1"), ("5e99999999999999999999", "5e99999999999999999999"),
  ])
  func intRefusesAllElse(text: String, got: String) {
    let error = #expect(throws: BridgeError.self) { try serializer.decode(Int.self, from: JSON(text)) }
    #expect(error == BridgeError(expected: "Int", got: got))
  }

  @Test func everyWidthHasItsRange() throws {
    #expect(try serializer.decode(UInt64.self, from: "18446744073709551615") == .max)
    #expect(try serializer.decode(Int8.self, from: "-128") == -128)
    #expect(try serializer.decode(UInt.self, from: "0") == 0)
    #expect(throws: BridgeError(expected: "UInt64", got: "18446744073709551616")) {
      try serializer.decode(UInt64.self, from: "18446744073709551616")
    }
    #expect(throws: BridgeError(expected: "Int8", got: "128")) { try serializer.decode(Int8.self, from: "128") }
    #expect(throws: BridgeError(expected: "UInt", got: "-1")) { try serializer.decode(UInt.self, from: "-1") }
    #expect(try serializer.encode(UInt64.max).description == "18446744073709551615")
    #expect(try serializer.encode(Int64(9_007_199_254_740_993)).description == "9007199254740993")
  }

  /// Numbers as JavaScript writes them (case 13 of docs/internals/acceptance.md).
  @Test(
    arguments: [
      ("1152921504606847000", 1_152_921_504_606_846_976), ("12345678901234567000", 12_345_678_901_234_567_168),
      ("1e+21", 1e21),
      ("5e-324", .leastNonzeroMagnitude), ("1.7976931348623157e+308", 1.7976931348623157e308), ("0.1", 0.1),
      ("-0", -0.0), ("3", 3),
      ("0.30000000000000004", 0.1 + 0.2), ("9007199254740993", 9_007_199_254_740_992), ("1e-400", 0),
      ("123456789012345678", 123_456_789_012_345_680), ("-9223372036854775808", -0x1p63),
    ] as [(String, Double)])
  func doublesAreBitEqual(text: String, value: Double) throws {
    let read = try serializer.decode(Double.self, from: JSON(text))
    #expect(read.bitPattern == value.bitPattern)
    let again = try serializer.decode(Double.self, from: serializer.encode(read))
    #expect(again.bitPattern == value.bitPattern)
  }

  @Test(arguments: ["1e400", "-1e400", "null", "true", #""1""#])
  func doubleRefusesWhatIsNone(text: String) {
    #expect(throws: BridgeError(expected: "Double", got: text)) { try serializer.decode(Double.self, from: JSON(text)) }
  }

  @Test func randomDoublesSurviveTheRoundTrip() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      let again = try serializer.decode(Double.self, from: serializer.encode(value))
      if again.bitPattern != value.bitPattern { Issue.record("\(value) came back as \(again)") }
    }
  }

  @Test func floatsStayShort() throws {
    #expect(try serializer.encode(Float(0.1)).description == "0.1")
    #expect(try serializer.decode(Float.self, from: "0.1") == 0.1)
    #expect(throws: BridgeError(expected: "Float", got: "1e39")) { try serializer.decode(Float.self, from: "1e39") }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func whatJSONLacksIsAnErrorOfTheResult(value: Double) {
    #expect(throws: BridgeError(.result, "JSON cannot represent \(value).")) { try serializer.encode(value) }
    #expect(throws: BridgeError(.result, "JSON cannot represent \(value).")) { try serializer.encode(["a": [value]]) }
  }

  @Test(arguments: ["01", "1.", ".5", "-", "+1", "1e", "0x10", "1_0", "NaN", "Infinity", "--1"])
  func otherSpellingsAreMalformed(text: String) {
    for value in [text, "[\(text)]"] {
      #expect(throws: BridgeError.self) { try serializer.decodeAny(from: JSON(value)) }
    }
  }

  @Test func boolTakesNothingElse() throws {
    #expect(try serializer.decode(Bool.self, from: " true "))
    #expect(throws: BridgeError(expected: "Bool", got: "1")) { try serializer.decode(Bool.self, from: "1") }
    #expect(throws: BridgeError(expected: "Bool", got: #""true""#)) {
      try serializer.decode(Bool.self, from: #""true""#)
    }
  }
}
