import Foundation
import Testing

@testable import DSBridge

@Suite(.timeLimit(.minutes(5))) struct TypeScriptTypesTests {
  @Test(
    arguments: [
      (Int.self, "number"), (Int8.self, "number"), (UInt64.self, "number"), (Float.self, "number"),
      (Decimal.self, "number"), (CGFloat.self, "number"), (Bool.self, "boolean"), (String.self, "string"),
      (URL.self, "string"), (UUID.self, "string"), (Date.self, "string"), (Data.self, "string"), (Void.self, "\"\""),
      (Any.self, "unknown"), (JSON.self, "unknown"), (Int?.self, "number | null"), (Int??.self, "number | null"),
      ([Int?].self, "(number | null)[]"), ([[String]].self, "string[][]"), (Set<Int>.self, "number[]"),
      ([String: [Bool]].self, "Record<string, boolean[]>"), ([Int: Int].self, "Record<string, number>"),
      ([Double: Bool].self, "(number | boolean)[]"), ([Any].self, "unknown[]"), (Any?.self, "unknown"),
      (JSONValue<[Any]>.self, "unknown[]"), (Color.self, "string"), (Article.ID.self, "number"),
      (Range<Int>.self, "[number, number]"),
    ] as [(Any.Type, String)])
  func isWrittenAs(type: Any.Type, text: String) {
    let types = TypeScriptTypes()
    #expect(types.type(of: type).text == text)
    #expect(types.declarations.isEmpty)
  }

  /// The serializer writes these values with the type that is declared for them.
  @Test func datesAndDataAreWrittenAsStrings() throws {
    let serializer = JSONSerializer()
    for json in [
      try serializer.encode(Date.now), try serializer.encode(Data([1])), try serializer.encode(URL(filePath: "/")),
      try serializer.encode(UUID()),
    ] {
      #expect(json.description.hasPrefix("\""))
    }
    #expect(try serializer.encode(Decimal(1.5)) == "1.5")
    #expect(try serializer.encode(0..<2) == "[0,2]")
  }

  @Test func twoTypesOfOneNameGetTwo() {
    let types = TypeScriptTypes()
    #expect(types.type(of: One.TwoThree.self).text == "OneTwoThree")
    #expect(types.type(of: OneTwo.Three.self).text == "OneTwoThree2")
    #expect(types.type(of: One.TwoThree.self).text == "OneTwoThree")
    #expect(types.declarations.count == 2)
  }

  @Test func aTypeThatRefusesEveryExampleIsUnknown() {
    struct Picky: Decodable {
      init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .a)
        throw Failure()
      }

      enum Key: CodingKey {
        case a
      }
    }
    let types = TypeScriptTypes()
    #expect(types.type(of: [Picky].self).text == "(unknown /* Picky: it failed */)[]")
    #expect(types.declarations.isEmpty)
  }

  @Test func whatASuperclassReadsIsInItsOwnMember() {
    let types = TypeScriptTypes()
    #expect(types.type(of: Derived.self).text == "TypeScriptTypesTestsDerived")
    let expected = "export interface TypeScriptTypesTestsDerived {\n  own: number;\n  super: { base: string };\n}\n"
    #expect(types.declarations == [expected])
  }

  private class Base: Decodable {
    var base: String
  }

  private class Derived: Base {
    var own: Int

    enum CodingKeys: CodingKey {
      case own
    }

    required init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      own = try members.decode(Int.self, forKey: .own)
      try super.init(from: members.superDecoder())
    }
  }
}

private enum One {
  struct TwoThree: Codable {
    var a: Int
  }
}

private enum OneTwo {
  struct Three: Codable {
    var b: Int
  }
}
