import DSBridge
import Testing

/// All spellings of a completion, in every kind of isolation.
@Suite(.timeLimit(.minutes(5))) struct CompletionKindTests {
  private static let calls: [(name: String, argument: JSON, values: [String])] = [
    ("once", "4", ["4"]), ("repeats", "4", ["4", "5"]), ("ends", "4", [#""""#]), ("optional", "4", ["4"]),
    ("alone", "null", ["1"]), ("sendable", "null", ["2"]), ("main", "null", ["3"]), ("optionalClosure", "4", ["4"]),
    ("more", #"{"x":1,"y":2}"#, ["3"]),
  ]

  private func check(_ interface: any ExposedInterface, _ call: (name: String, argument: JSON, values: [String]))
    async throws
  {
    #expect(try await Caller(interface).values(call.name, call.argument) == call.values)
    // A parameter that is not a closure is not a completion, even if its name is `block`.
    #expect(try await Caller(interface).call("values", #"{"x":1,"block":{"size":1}}"#) == #""""#)
  }

  @Test(arguments: calls) func ofAnActor(name: String, argument: JSON, values: [String]) async throws {
    try await check(ActorCompletions(), (name, argument, values))
  }

  @Test(arguments: calls) @MainActor
  func ofTheMainActor(name: String, argument: JSON, values: [String]) async throws {
    try await check(MainActorCompletions(), (name, argument, values))
  }

  @Test(arguments: calls) func inTheWebView(name: String, argument: JSON, values: [String]) async throws {
    try await check(WebViewCompletions(), (name, argument, values))
  }
}
