import DSBridge
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONStructureTests {
  private let serializer = JSONSerializer()

  private indirect enum Nested: Codable {
    case end
    case more(Nested)

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      self = container.isAtEnd ? .end : .more(try container.decode(Nested.self))
    }
  }

  /// The limit for nesting (case 23 of docs/internals/acceptance.md).
  @Test func nestingIsLimited() throws {
    func nested(_ depth: Int) -> JSON {
      JSON(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    }
    for depth in [1, 500, 512] {
      _ = try serializer.decodeAny(from: nested(depth))
      _ = try serializer.decode(JSON.self, from: nested(depth))
    }
    _ = try serializer.decode(Nested.self, from: nested(500))
    for depth in [513, 5_000, 1_000_000] {
      #expect(throws: BridgeError.self) { try serializer.decodeAny(from: nested(depth)) }
      #expect(throws: BridgeError.self) { try serializer.decode(JSON.self, from: nested(depth)) }
      #expect(throws: BridgeError.self) { try serializer.decode(Nested.self, from: nested(depth)) }
      #expect(throws: BridgeError.self) { try serializer.decode(Int.self, from: nested(depth)) }
    }
  }

  private struct Letters: Codable, Equatable {
    enum CodingKeys: String, CodingKey {
      case letter = "K"
      case kelvin = "\u{212A}"
    }

    var letter: Int
    var kelvin: Int
  }

  /// Names are compared byte by byte: "K" and U+212A (the Kelvin sign) are equal as Swift strings.
  @Test func namesAreComparedByBytes() throws {
    #expect(try serializer.decode(Letters.self, from: #"{"K":1,"\u212a":2}"#) == Letters(letter: 1, kelvin: 2))
  }

  @Test func textsAndNamesAreStreamSafe() throws {
    let text = "a" + String(repeating: "\u{316}", count: 100)
    let json = JSON("{\"\(text)\":\"\(text)\"}")
    let (name, value) = try #require(try serializer.decode([String: String].self, from: json).first)
    #expect(name.unicodeScalars.count == 104 && value.unicodeScalars.count == 104)
    let any = try #require(try serializer.decodeAny(from: json) as? [String: Any])
    #expect(any[name] as? String == value)
    // A value that is decoded as `JSON` keeps its original bytes.
    #expect(try serializer.decode(JSON.self, from: json) == json)
  }

  /// If these names were compared as ordinary strings, each comparison would take several minutes: its time grows with
  /// the square of the length.
  @Test(.timeLimit(.minutes(1))) func namesWithManyMarksBecomeKeysInLinearTime() throws {
    let marks = String(repeating: "\u{301}\u{316}", count: 1 << 18)
    let json = JSON("{\"\(marks)\":1,\"\(marks)a\":2,\"b\(marks)\":3}")
    #expect(try serializer.decode([String: Int].self, from: json).count == 3)
    #expect((try serializer.decodeAny(from: json) as? [String: Any])?.count == 3)
  }

  @Test(arguments: [
    "", " ", "1 2", "[1,]", "[1 2]", "[", "{", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{a:1}"#, "tru", "nul", "[1]]",
    "undefined", "\u{FEFF}1",
  ])
  func otherTextsAreMalformed(text: String) {
    let any = #expect(throws: BridgeError.self) { try serializer.decodeAny(from: JSON(text)) }
    #expect(any?.code == .malformed)
    let array = #expect(throws: BridgeError.self) { try serializer.decode([Int].self, from: JSON(text)) }
    #expect(array?.code == .malformed)
    let point = #expect(throws: BridgeError.self) { try serializer.decode(Point.self, from: JSON(text)) }
    #expect(point?.code == .malformed)
  }

  /// Unusual keys arrive unchanged (case 21 of docs/internals/acceptance.md).
  @Test func everyKeySurvives() throws {
    let members = [
      "__proto__": 1, "constructor": 2, "hasOwnProperty": 3, "a.b": 4, "": 5, "'": 6, "_dscbstub": 7, "code": 8,
      "data": 9,
    ]
    #expect(try serializer.decode([String: Int].self, from: serializer.encode(members)) == members)
    let any = try serializer.decodeAny(from: serializer.encode(any: members)) as? [String: Int]
    #expect(any == members)
  }

  @Test func aHundredThousandElementsSurvive() throws {
    let numbers = Array(0..<100_000)
    #expect(try serializer.decode([Int].self, from: serializer.encode(numbers)) == numbers)
    #expect(try serializer.decodeAny(from: serializer.encode(any: numbers)) as? [Int] == numbers)
  }

  @Test func containersOfScalarsAreReadDirectly() throws {
    #expect(try serializer.decode([Int?].self, from: "[1,null]") == [1, nil])
    #expect(
      try serializer.decode([String: [Double]].self, from: #"{"a":[1,2.5],"b":[]}"#) == ["a": [1, 2.5], "b": []])
    #expect(try serializer.decode(Int?.self, from: "null") == nil)
    #expect(try serializer.encode([1, nil] as [Int?]).description == "[1,null]")
  }

  @Test(arguments: [
    ("[1,null]", "[Int]", "null at [1]"), ("[1,[2]]", "[Int]", "an array at [1]"), ("5", "[Int]", "5"),
    (#"{"a":1}"#, "[Int]", "an object"),
  ])
  func aWrongElementIsNamed(text: String, expected: String, got: String) {
    #expect(throws: BridgeError(expected: expected, got: got)) { try serializer.decode([Int].self, from: JSON(text)) }
  }

  private struct Line: Codable {
    var name: String
    var points: [Point]
  }

  @Test(arguments: [
    (#"{"name":"a","points":[{"x":1},{"x":1.5}]}"#, "Line.points[1].x: Int", "1.5"),
    (#"{"name":"a","points":[{}]}"#, "Line.points[0].x", "an object without this member"),
    (#"{"name":null,"points":[]}"#, "Line.name: String", "null"),
    (#"{"name":true,"points":[]}"#, "Line.name: String", "true"), ("5", "Line", "5"),
    ("[]", "Line", "an array"), (#"{"points":[]}"#, "Line.name", "an object without this member"),
  ])
  func aWrongFieldIsNamed(text: String, expected: String, got: String) {
    #expect(throws: BridgeError(expected: expected, got: got)) { try serializer.decode(Line.self, from: JSON(text)) }
  }

  @Test(arguments: [(#"{"x":5.0}"#, 5), (#"{"x":1e3}"#, 1000), (#"{"x":9007199254740993}"#, 9_007_199_254_740_993)])
  func numbersInsideACodableTypeAreExactToo(text: String, x: Int) throws {
    #expect(try serializer.decode(Point.self, from: JSON(text)).x == x)
  }

  @Test func datesAreWrittenAsJavaScriptDoes() throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000.5)
    #expect(try serializer.encode(date).description == #""2023-11-14T22:13:20.500Z""#)
    #expect(try serializer.decode(Date.self, from: #""2023-11-14T22:13:20.500Z""#) == date)
    #expect(
      try serializer.decode([Date].self, from: #"["2023-11-14T22:13:20Z"]"#) == [
        Date(timeIntervalSince1970: 1_700_000_000)
      ])
    #expect(throws: BridgeError(expected: "Date", got: #""soon""#)) {
      try serializer.decode(Date.self, from: #""soon""#)
    }
  }

  @Test func partsCanStayUndecoded() throws {
    struct Envelope: Codable { var data: JSON? }
    let envelope = try serializer.decode(Envelope.self, from: #"{"data":{"a":[1,2.5,"x",null,true]}}"#)
    #expect(envelope.data == #"{"a":[1,2.5,"x",null,true]}"#)
    #expect(try serializer.encode(envelope) == #"{"data":{"a":[1,2.5,"x",null,true]}}"#)
    #expect(try serializer.decode(Envelope.self, from: "{}").data == nil)
  }

  @Test func controlCharactersNeverGetOut() {
    #expect(JSON("{\n\t\"a\": 1\r\n}").description == #"{  "a": 1  }"#)
  }
}
