import DSBridge
import Testing

/// The behaviour of the samples, as the README of DSBridge-Swift describes it.
@Suite(.timeLimit(.minutes(5)), .timeLimit(.minutes(5))) struct SeedTests {
  @Test func addingOneReturnsSix() async throws {
    #expect(try await Caller(MyInterface()).call("addingOne", "5") == "6")
  }

  @Test func theLocalMethodIsNotExposed() {
    #expect(Caller(LocalMethodSample.MyInterface()).names == [])
  }

  @Test func eachCaseHasItsName() async throws {
    #expect(try await Caller(EnumSample.EnumInterface.onStreet).call("getName") == #""Heisenberg""#)
    #expect(try await Caller(EnumSample.EnumInterface.inSchool).call("getName") == #""Walter White""#)
  }

  @Test func theCallbackGetsTheResponse() async throws {
    #expect(try await Caller(AsyncStyledSample.MyInterface()).values("asyncStyledFunction") == [#""Async response""#])
  }

  /// The fourth call of the completion has no effect.
  @Test("S23: the sample as published compiles in language mode 5, and answers until true")
  func theCallbackRunsUntilTrue() async throws {
    #expect(try await Caller(RepeatedSample.MyInterface()).values("asyncFunction", "1") == ["2", "3", "4"])
  }

  @Test(arguments: [
    ("nothing", "null", #""""#), ("taking", #"{"a":[1]}"#, #""""#), ("returning", #"{"a":[1]}"#, #"{"a":[1]}"#),
  ])
  func synchronousDeclarations(name: String, argument: String, result: String) async throws {
    #expect(try await Caller(AllowedDeclarationsSample.Functions()).call(name, JSON(argument)) == result)
  }

  @Test(arguments: [
    ("completing", "null", ["{}"]), ("repeating", "null", [#"{"a":[]}"#, "{}"]),
    ("takingCompleting", #"{"a":[1]}"#, [#"{"a":[1]}"#]),
    ("takingRepeating", #"{"b":[2]}"#, [#"{"b":[2]}"#, #"{"b":[2]}"#]),
  ])
  func asynchronousDeclarations(name: String, argument: String, values: [String]) async throws {
    #expect(try await Caller(AllowedDeclarationsSample.Functions()).values(name, JSON(argument)) == values)
  }

  @Test(arguments: [
    ("string", #""x""#), ("int", "1"), ("double", "1.5"), ("bool", "true"), ("dictionary", #"{"a":true}"#),
    ("array", "[1,2.5]"),
  ])
  func dataTypes(name: String, value: String) async throws {
    #expect(try await Caller(AllowedDeclarationsSample.DataTypes()).call(name, JSON(value)) == value)
  }
}
