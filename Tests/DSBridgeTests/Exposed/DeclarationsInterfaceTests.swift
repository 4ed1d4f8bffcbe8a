import DSBridge
import Testing

@Suite(.timeLimit(.minutes(5))) struct DeclarationsInterfaceTests {
  @Test(arguments: [
    ("bounded", "{}", "[5,7]"), ("bounded", "null", "[5,7]"), ("bounded", #"{"x":1,"y":2}"#, "[1,2]"),
    ("sent", #"{"x":{"x":1},"in":2}"#, "3"),
    ("unwrapped", "3", "3"), ("unwrapped", "null", #""""#), ("overloaded", "null", "1"), ("old", "null", "2"),
  ])
  func returns(name: String, argument: String, result: String) async throws {
    #expect(try await Caller(DeclarationsInterface()).call(name, JSON(argument)) == result)
  }

  @Test func existentialsAreWritten() async throws {
    let json = try await Caller(DeclarationsInterface()).call("any", "1")
    #expect(json == #"{"x":1,"y":"2"}"# || json == #"{"y":"2","x":1}"#)
  }

  @Test(arguments: [("aliased", "4", "4"), ("asyncCompletion", "null", "1"), ("throwingCompletion", "null", "2")])
  func callsBack(name: String, argument: String, value: String) async throws {
    #expect(try await Caller(DeclarationsInterface()).values(name, JSON(argument)) == [value])
  }

  @Test func typedErrorsAreThrown() async {
    await #expect(throws: CancellationError.self) { try await Caller(DeclarationsInterface()).call("typed") }
  }

  /// The expansion of the macro adds no stored properties.
  @Test func theTypeStaysAsLargeAsItWas() {
    struct Bare {
      var factor = 2
    }
    #expect(MemoryLayout<StructInterface>.size == MemoryLayout<Bare>.size)
    #expect(MemoryLayout<EnumInterface>.size == 1)
    #expect(Mirror(reflecting: ClassInterface()).children.map(\.label) == ["count"])
  }
}
