import DSBridge
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct AnyTests {
  private let serializer = JSONSerializer()

  private struct Unwritable {}

  @Test func whatUsersPassIsWritten() throws {
    let nilInt: Int? = nil
    let nested: Int?? = .some(3)
    let value: [Any] = [
      3, "x", [1, 2], nilInt as Any, nested as Any, NSNull(), Point(x: 1), true, 2.5, [1, "a"] as [Any], UInt64.max,
    ]
    #expect(
      try serializer.encode(any: value) == #"[3,"x",[1,2],null,3,null,{"x":1},true,2.5,[1,"a"],18446744073709551615]"#)
    #expect(
      try serializer.encode(any: ["a": ["b": NSNull()] as [String: Any]] as [String: Any]) == #"{"a":{"b":null}}"#)
    #expect(try serializer.encode(any: nilInt as Any) == "null")
    #expect(try serializer.encode(any: [:] as [String: Any]) == "{}")
  }

  /// Code that comes from DSBridge passes objects of Foundation and results of `JSONSerialization`.
  @Test func objectsOfFoundationAreWritten() throws {
    let text = #"{"a":[true,false,0,1,1.5,-7,18446744073709551615,"x",null,{"b":[]}]}"#
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(try serializer.encode(any: object) == JSON(text))
    let values: [(Any, JSON)] = [
      (NSNumber(value: true), "true"), (NSNumber(value: Int8(1)), "1"),
      (NSNumber(value: UInt64.max), JSON("\(UInt64.max)")),
      (NSNumber(value: 1.5), "1.5"), (NSNumber(value: Float(0.1)), "0.1"), (NSDecimalNumber(string: "1.25"), "1.25"),
      (NSString("x"), #""x""#), (NSDate(timeIntervalSince1970: 0), #""1970-01-01T00:00:00.000Z""#),
      (NSURL(string: "https://a.example/b") as Any, #""https://a.example/b""#),
      (NSArray(array: [1, NSArray(array: [NSNull(), NSNumber(value: false)])]), "[1,[null,false]]"),
      (NSDictionary(dictionary: ["a": NSNumber(value: 1)]), #"{"a":1}"#),
      ("ab".dropFirst(), #""b""#), (Character("é"), #""é""#),
    ]
    for (value, json) in values {
      #expect(try serializer.encode(any: value) == json)
      #expect(try serializer.encode([JSONValue<Any>(value)]) == JSON("[\(json)]"))
    }
    for number in [NSNumber(value: Double.nan), NSDecimalNumber.notANumber] {
      #expect(throws: BridgeError(.result, "JSON cannot represent nan.")) { try serializer.encode(any: number) }
    }
    #expect(throws: BridgeError(.result, "NSDictionary cannot be encoded as JSON: it is not Encodable.")) {
      try serializer.encode(any: NSDictionary(dictionary: [1: 2]))
    }
  }

  /// A type of a program that passes what it does not know on to ``JSON``.
  private struct Anything: Decodable {
    var json: JSON
    init(from decoder: any Decoder) throws { json = try JSON(from: decoder) }
  }

  @Test func namesThatAreEqualAsStringsAreDecoded() throws {
    let anything = try serializer.decode(Anything.self, from: "{\"\u{E9}\":1,\"e\u{301}\":1}")
    #expect(anything.json == "{\"\u{E9}\":1}" || anything.json == "{\"e\u{301}\":1}")
  }

  /// The time must not depend on depth times size.
  @Test func deepAndLongValuesAreDecoded() throws {
    let text = String(repeating: "[", count: 500) + "\"" + String(repeating: "a", count: 200_000) + "\""
    let json = JSON(text + String(repeating: "]", count: 500))
    #expect(try serializer.decode(Anything.self, from: json).json == json)
  }

  @Test func theRestIsNamed() {
    #expect(throws: BridgeError(.result, "Unwritable cannot be encoded as JSON: it is not Encodable.")) {
      try serializer.encode(any: [1, Unwritable()] as [Any])
    }
    #expect(throws: BridgeError(.result, "JSON cannot represent nan.")) { try serializer.encode(any: [Double.nan]) }
  }

  /// Numbers and Booleans stay distinct: 1 is not a `Bool`, and `true` is not a number.
  @Test func whatThePageSendsIsTyped() throws {
    #expect(try serializer.decodeAny(from: "1") is Int)
    #expect(try serializer.decodeAny(from: "0") as? Int == 0)
    #expect(try serializer.decodeAny(from: "true") is Bool)
    #expect(try serializer.decodeAny(from: "1.0") is Int)
    #expect(try serializer.decodeAny(from: "1.5") as? Double == 1.5)
    #expect(try serializer.decodeAny(from: "9223372036854775808") as? Double == 9_223_372_036_854_775_808)
    #expect(try serializer.decodeAny(from: "null") == nil)
    let array = try #require(try serializer.decodeAny(from: #"[null,{"a":null}]"#) as? [Any])
    #expect(array[0] is NSNull)
    #expect((array[1] as? [String: Any])?["a"] is NSNull)
  }

  @Test func untypedStandsInsideACodableTypeToo() throws {
    struct Envelope: Codable {
      var any: JSONValue<Any>; var list: JSONValue<[Any]>; var object: JSONValue<[String: Any]>?
    }
    let text: JSON = #"{"any":[1,"x",null,{"b":true}],"list":[2.5]}"#
    let envelope = try serializer.decode(Envelope.self, from: text)
    #expect(envelope.list.value.count == 1)
    let again = try serializer.decodeAny(from: serializer.encode(envelope)) as? NSDictionary
    #expect(again == ["any": [1, "x", NSNull(), ["b": true]] as [Any], "list": [2.5]] as NSDictionary)
    #expect(throws: BridgeError.self) { try serializer.decode(Envelope.self, from: #"{"any":1,"list":5}"#) }
  }
}
