import DSBridge
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct InterfaceKindTests {
  @Test func structs() async throws {
    let caller = Caller(StructInterface(factor: 3))
    #expect(try await caller.call("times", "2") == "6")
    #expect(try await caller.call("later", "2") == "6")
    #expect(try await caller.values("calls", "2") == ["6"])
  }

  @Test func enums() async throws {
    #expect(try await Caller(EnumInterface.onStreet).call("getName") == #""Heisenberg""#)
    #expect(try await Caller(EnumInterface.inSchool).call("getName") == #""Walter White""#)
  }

  @Test func actors() async throws {
    let caller = Caller(ActorInterface())
    #expect(try await caller.call("add", "2") == "2")
    #expect(try await caller.call("add", "3") == "5")
    #expect(try await caller.call("current") == "5")
    #expect(try await caller.call("book") == #"{"entries":[2,3]}"#)
    #expect(try await caller.call("set", "7") == #""""#)
    #expect(try await caller.call("many", #"{"a":1}"#) == "11")
    #expect(try await caller.call("reset") == #""""#)
    #expect(try await caller.call("slow", "4") == "4")
    #expect(try await caller.call("any", #"["x"]"#) == #"["x"]"#)
    #expect(try await caller.call("free", "9") == "9")
    #expect(try await caller.call("freeLater", "9") == "9")
    #expect(try await caller.call("main", "9") == "true")
    await #expect(throws: Failure.self) { try await caller.call("slow", "-1") }
    await #expect(throws: BridgeError(expected: "Int", got: "true")) { try await caller.call("add", "true") }
  }

  @Test(arguments: [
    ("once", "null", [#""hi""#]), ("aliased", "1", ["1", "2"]), ("finishes", "1", [#""""#]),
    ("finishes0", "null", [#""""#]),
    ("repeats", "null", ["0"]), ("throwing", "1", ["thrown: it failed"]), ("manyDone", #"{"a":1}"#, ["4"]),
    ("anyDone", "null", [#""""#]),
    ("ticks", "5", ["5", "end"]), ("failingTicks", "null", ["1", "thrown: it failed"]),
    ("aliased", "{}", ["argument: expected Int, got an object"]),
  ])
  func actorsCallBack(name: String, argument: String, values: [String]) async throws {
    let caller = Caller(ActorInterface())
    #expect(try caller.isCallback(name))
    #expect(try await caller.values(name, JSON(argument)) == values)
  }

  @Test func theMainActor() async throws {
    let caller = Caller(MainActorInterface())
    #expect(try await caller.call("add", "2") == "2")
    #expect(try await caller.call("isMain") == "true")
    #expect(try await caller.call("void", "5") == #""""#)
    #expect(try await caller.call("add", "2") == "7")
    #expect(try await caller.call("none") == #""""#)
    #expect(try await caller.call("slow", "3") == "3")
    #expect(try await caller.call("many", #"{"a":1,"b":1}"#) == "2")
    #expect(try await caller.call("any", "[null]") == "[null]")
    #expect(try await caller.call("any", "null") == #""""#)
    #expect(try await caller.call("free", "1") == "1")
  }

  @Test(arguments: [
    ("aliased", "1", ["1"]), ("once", "null", [#""hi""#]), ("finishes", "1", [#""""#]), ("finishes0", "null", [#""""#]),
    ("manyDone", #"{"a":1}"#, ["4"]), ("anyDone", "[1]", ["[1]"]), ("ticks", "2", ["2", "end"]),
    ("ticks0", "null", ["1", "end"]),
  ])
  func theMainActorCallsBack(name: String, argument: String, values: [String]) async throws {
    #expect(try await Caller(MainActorInterface()).values(name, JSON(argument)) == values)
  }

  @Test func sendableClassesAndInheritanceAndGenerics() async throws {
    #expect(try await Caller(SendableInterface()).call("work", "2") == "2")
    #expect(try await Caller(SendableInterface()).call("noArg") == "3")
    #expect(try await Caller(SendableInterface()).call("void") == #""""#)
    let derived = Caller(DerivedInterface())
    #expect(derived.names == ["name", "own", "shared"])
    #expect(try await derived.call("name") == #""derived""#)
    #expect(try await derived.call("shared") == "1")
    #expect(try await Caller(BaseInterface()).call("name") == #""base""#)
    #expect(try await Caller(GenericInterface<String>()).call("pair", #"{"a":"x","b":2}"#) == #"["x","x"]"#)
  }

  @Test func aSerializerOfTheUsersOwnIsUsedThroughout() async throws {
    struct Shouting: JSONSerializing {
      func decode<T: Decodable>(_ type: T.Type, from json: JSON) throws -> T {
        try JSONDecoder().decode(type, from: Data(json.description.uppercased().utf8))
      }
      func encode<T: Encodable>(_ value: T) throws -> JSON {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .prettyPrinted
        return JSON(data: try encoder.encode(value))
      }
    }
    let caller = Caller(ClassInterface(), serializer: Shouting())
    #expect(try await caller.call("default", #""a""#) == #""A""#)
    #expect(try await caller.call("nilInt") == #""""#)
    #expect(try await caller.call("defaulted") == "3")
    #expect(try await caller.call("laterMany", #"{"a":1,"b":2}"#) == "3")
    #expect(try await caller.values("anyCompletion", #"["a"]"#) == [#"[   "A" ]"#])
    let error = await #expect(throws: BridgeError.self) { try await caller.call("addingOne", #""5""#) }
    #expect(error?.code == .argument)
    #expect(error?.expected == "Int")
  }

  @Test func oneMadeByHand() async throws {
    struct Handmade: ExposedInterface {
      var exposedFunctions: [ExposedFunction] {
        [
          ExposedFunction("sum", synchronous: { try $0.reply($0.decode([Int].self).reduce(0, +)) }),
          ExposedFunction("later", asynchronous: { try $0.reply($0.decode(Int.self) + 1) }),
          ExposedFunction(
            "count",
            completing: { arguments, responder in
              for number in 1...(try arguments.decode(Int.self)) { responder.send(number, last: number == 2) }
            }),
          ExposedFunction("throws", streaming: { _, _ in throw Failure() }),
        ]
      }
    }
    let caller = Caller(Handmade())
    #expect(try await caller.call("sum", "[1,2,3]") == "6")
    #expect(try await caller.call("later", "1") == "2")
    #expect(try await caller.values("count", "3") == ["1", "2"])
    #expect(try await caller.values("count", "true") == ["argument: expected Int, got true"])
    #expect(try await caller.values("throws") == ["thrown: it failed"])
  }
}
