import DSBridge
import Testing

@Suite(.timeLimit(.minutes(5))) struct ClassInterfaceTests {
  @Test(arguments: [
    ("addingOne", "5", "6"), ("addingOne", "5.0", "6"), ("noArg", "null", #""x""#), ("noArg", #"{"x":1}"#, #""x""#),
    ("void", "null", #""""#), ("explicitVoid", "1", #""""#), ("nilInt", "null", #""""#),
    ("optional", "null", #""nil""#),
    ("optional", "3", #""3""#), ("two", #"{"a":1,"b":{"x":2}}"#, "3"), ("defaulted", "null", "3"),
    ("defaulted", "4", "4"),
    ("default", #""a""#, #""a""#), ("later", "7", "7"), ("laterVoid", "null", #""""#),
    ("laterMany", #"{"a":1,"b":2}"#, "3"),
    ("echoOptional", "null", #""""#), ("echoArray", #"[1,null,"x",{}]"#, #"[1,null,"x",{}]"#),
    ("echoObject", #"{"a":[true]}"#, #"{"a":[true]}"#),
  ])
  func returns(name: String, argument: String, result: String) async throws {
    #expect(try await Caller(ClassInterface()).call(name, JSON(argument)) == result)
  }

  @Test(arguments: [
    "0", "-1", "1", "false", "true", #""""#, "[]", "{}", "1.5", #""it's \"q\" \\ \n""#, "9007199254740993",
  ])
  func echoesWhatItGets(value: String) async throws {
    #expect(try await Caller(ClassInterface()).call("echo", JSON(value)) == value)
  }

  @Test func nilGoesOutAsAnEmptyStringAndAnExplicitNullAsNull() async throws {
    let caller = Caller(ClassInterface())
    #expect(try await caller.call("echo", "null") == #""""#)
    #expect(try await caller.call("explicitNull") == "null")
  }

  @Test(arguments: [
    ("once", "null", [#""once""#]), ("repeated", "1", ["1", "2"]), ("finishing", "1", [#""""#]),
    ("aliased", "null", ["1"]),
    ("aliasedSecond", "4", ["4"]), ("explicitVoidCompletion", "4", ["4"]), ("optionalCompletion", "null", ["1"]),
    ("defaultedCompletion", "2", ["2"]), ("sendableCompletion", "8", ["8"]), ("mainCompletion", "null", ["1"]),
    ("moreCompletion", #"{"a":1}"#, ["5"]), ("moreCompletion", #"{"a":1,"b":2}"#, ["3"]),
    ("anyCompletion", "[1]", ["[1]"]),
    ("anyRepeated", "true", ["true", "true"]), ("laterCompletion", "3", ["3"]), ("ticks", "1", ["1", "2", "end"]),
    ("opaqueTicks", "null", ["1", "end"]),
  ])
  func callsBack(name: String, argument: String, values: [String]) async throws {
    let caller = Caller(ClassInterface())
    #expect(try caller.isCallback(name))
    #expect(try await caller.values(name, JSON(argument)) == values)
  }

  @Test(arguments: [
    ("throwingCompletion", "1", "thrown: it failed"), ("repeated", "{}", "argument: expected Int, got an object"),
    ("dropping", "null", "dropped: The function released its completion without a last value."),
    ("moreCompletion", "{}", "argument: expected a: Int, but nothing was passed (or null)"),
  ])
  func aFailureReachesTheCallback(name: String, argument: String, failure: String) async throws {
    #expect(try await Caller(ClassInterface()).values(name, JSON(argument)) == [failure])
  }

  @Test func whatAFunctionThrowsIsThrown() async {
    await #expect(throws: Failure.self) { try await Caller(ClassInterface()).call("boom") }
  }

  @Test(arguments: [
    ("addingOne", "true", "Int", "true"), ("addingOne", #""5""#, "Int", #""5""#), ("addingOne", "1.5", "Int", "1.5"),
    ("addingOne", "{}", "Int", "an object"), ("addingOne", "null", "Int", "nothing"),
    ("moved", #"{"point":{"x":"1"},"by":2}"#, "point: Point.x: Int", #""1""#),
    ("moved", #"{"point":{"x":1}}"#, "by: Int", "nothing"),
    ("moved", #"{"point":{"x":1},"by":null}"#, "by: Int", "nothing"),
    ("moved", #"{"point":{},"by":1}"#, "point: Point.x", "an object without this member"),
    ("moved", "null", "an object with the arguments by label", "nothing"),
    ("moved", "5", "an object with the arguments by label", "5"), ("echoArray", "{}", "[Any]", "an object"),
  ])
  func aWrongArgumentIsNamed(name: String, argument: String, expected: String, got: String) async throws {
    let error = await #expect(throws: BridgeError.self) {
      try await Caller(ClassInterface()).call(name, JSON(argument))
    }
    #expect(error?.code == .argument)
    #expect(error?.expected == expected)
    #expect(error?.got == got)
  }

  @Test func severalParametersAreTakenByLabel() async throws {
    let caller = Caller(ClassInterface())
    let moved = try await caller.call("moved", #"{"by":1,"point":{"x":1,"y":2},"vertically":5}"#)
    #expect(try JSONSerializer().decode(Point.self, from: JSON(moved)) == Point(x: 2, y: 7))
    let defaulted = try await caller.call("moved", #"{"by":1,"point":{"x":1}}"#)
    #expect(try JSONSerializer().decode(Point.self, from: JSON(defaulted)) == Point(x: 2, y: 10))
  }

  @Test func privateAndUnexposedFunctionsAreHidden() {
    let names = Set(Caller(ClassInterface()).names)
    #expect(names.isDisjoint(with: ["hidden", "alsoHidden", "local"]))
    #expect(names.count == 37)
  }
}
