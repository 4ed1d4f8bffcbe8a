import DSBridge
import Foundation
import Testing

/// A serializer that a program provides. It uses Foundation's coders, and each coder error is reported as one sentence.
@Suite(.timeLimit(.minutes(5))) struct ReplacedSerializerTests {
  private struct Foundations: JSONSerializing {
    func decode<T: Decodable>(_ type: T.Type, from json: JSON) throws -> T {
      try JSONDecoder().decode(type, from: Data(json.bytes))
    }

    func encode<T: Encodable>(_ value: T) throws -> JSON { JSON(data: try JSONEncoder().encode(value)) }
  }

  private struct Point: Codable {
    var x: Int
  }

  @Test(arguments: [
    ("{}", "expected Point.x, got an object without this member"),
    (#"{"x":"5"}"#, "expected Point.x: Int, got another type"), (#"{"x":null}"#, "expected Point.x: Int, got null"),
    ("5", "expected Point, got 5"), ("null", "expected Point, but nothing was passed (or null)"),
    ("{", "Point: The given data was not valid JSON."),
  ])
  func anArgumentIsNamed(json: String, message: String) {
    let error = #expect(throws: BridgeError.self) {
      try Arguments(json: JSON(json), serializer: Foundations()).decode(Point.self)
    }
    #expect(error?.code == .argument)
    #expect(error?.message == message)
  }

  @Test func aResultIsNamed() {
    let error = #expect(throws: BridgeError.self) {
      try Arguments(json: "null", serializer: Foundations()).reply(["x": Double.nan])
    }
    #expect(error == BridgeError(.result, "[String: Double].x cannot be encoded as JSON: JSON cannot represent nan."))
  }

  private struct Failing: JSONSerializing {
    func decode<T: Decodable>(_ type: T.Type, from json: JSON) throws -> T {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "/nowhere/secret"])
    }

    func encode<T: Encodable>(_ value: T) throws -> JSON { throw CocoaError(.fileNoSuchFile) }
  }

  @Test func otherErrorsAreASentence() {
    let arguments = Arguments(json: "5", serializer: Failing())
    var expected = BridgeError(.argument, "Int cannot be decoded: The file doesn’t exist.")
    expected.expected = "Int"
    #expect(throws: expected) { try arguments.decode(Int.self) }
    #expect(throws: BridgeError(.result, "Int cannot be encoded as JSON: The file doesn’t exist.")) {
      try arguments.reply(5)
    }
  }
}
