import DSBridge
import Testing

@Suite(.timeLimit(.minutes(5))) struct SignatureTests {
  private func signature(_ name: String, of interface: any ExposedInterface = DeclarationsInterface()) throws
    -> ExposedFunction.Signature
  {
    try #require(interface.exposedFunctions.last { $0.name == name }).signature
  }

  private func text(_ signature: ExposedFunction.Signature) -> String {
    let parameters = signature.parameters.map { parameter in
      let type = parameter.type.map { "\($0)" } ?? "?"
      return "\(parameter.label ?? "_") \(parameter.name): \(type)\(parameter.hasDefault ? " = …" : "")"
    }
    let value = signature.value.map { "\($0)" } ?? "?"
    return "(\(parameters.joined(separator: ", "))) -> \(value)\(signature.repeats ? "…" : "")"
  }

  @Test(arguments: [
    ("addingOne", "(to input: Int) -> Int"),
    ("count", "(from first: Int = …, to last: Optional<Int>, _ step: Any) -> Int…"),
    ("bounded", "(x x: Int = …, y y: Int = …) -> Array<Int>"), ("aliased", "(_ x: Int) -> Int…"),
    ("pair", "(_ x: Double, y y: Double) -> ()"), ("sent", "(_ x: Point, in y: Int) -> Int"),
    ("any", "(_ x: Any) -> Dictionary<String, Encodable>"), ("unwrapped", "(_ x: Optional<Int>) -> Optional<Int>"),
    ("ticks", "() -> String…"), ("ends", "() -> ()"), ("overloaded", "() -> Int"), ("old", "() -> Int"),
  ])
  func itTellsWhatTheDeclarationSays(name: String, expected: String) throws {
    #expect(text(try signature(name)) == expected)
  }

  @Test func itHasTheComment() throws {
    #expect(try signature("addingOne").documentation == "Adds one.\n\n- Parameter input: any number")
    #expect(try signature("count").documentation == "Counts.\n  Slowly.")
    #expect(try signature("bounded").documentation.isEmpty)
  }

  @Test(arguments: [
    ("add", "(_ x: Int) -> Int"), ("book", "() -> Ledger"), ("many", "(a a: Int, b b: Int = …) -> Int"),
    ("any", "(_ a: Any) -> Any"), ("aliased", "(_ x: Int) -> Int…"), ("finishes0", "() -> ()"),
    ("anyDone", "(_ a: Optional<Any>) -> Optional<Any>…"), ("ticks", "(_ x: Int) -> Int…"),
    ("main", "(_ x: Int) -> Bool"),
  ])
  func ofAnActor(name: String, expected: String) throws {
    #expect(text(try signature(name, of: ActorInterface())) == expected)
  }

  @Test(arguments: [
    ("add", "(_ x: Int) -> Int"), ("many", "(a a: Int, b b: Int = …) -> Int"), ("any", "(_ a: Optional<Any>) -> Any"),
    ("aliased", "(_ x: Int) -> Int…"), ("ticks0", "() -> Int…"), ("void", "(_ x: Int) -> ()"),
  ])
  @MainActor func ofTheMainActor(name: String, expected: String) throws {
    let text = text(try signature(name, of: MainActorInterface()))
    #expect(text == expected)
  }

  @Test func ofAGenericType() throws {
    let interface = GenericInterface<String>()
    #expect(text(try signature("same", of: interface)) == "(_ x: String) -> String")
    #expect(text(try signature("pair", of: interface)) == "(_ a: String, b b: Int = …) -> Array<String>")
  }

  @Test func oneMadeByHandMayStayEmpty() {
    let function = ExposedFunction("f", synchronous: { try $0.reply(1) })
    #expect(text(function.signature) == "() -> ?")
    #expect(
      text(ExposedFunction.bind("f", .value(), .result()) { (x: Int) in x }.signature) == "(_ argument: Int) -> Int")
    let described = function.described("Says.", taking: [.init("a", "a"), .init("b", "b", Int.self)])
    #expect(text(described.signature) == "(a a: ?, b b: Int) -> ?")
    #expect(described.signature.documentation == "Says.")
  }

  /// A function's signature is created only on request, not by calls.
  @Test func parametersAreMadeWhenTheyAreAskedFor() async throws {
    let made = Seen()
    func parameters() -> [ExposedFunction.Signature.Parameter] {
      made.add(1)
      return [.init(nil, "x")]
    }
    let function = ExposedFunction.bind("f", .value(), .result()) { (x: Int) in x }.described(taking: parameters())
    guard case .synchronous(let body) = function.body else { throw Failure() }
    #expect(try body(Arguments(json: "1")).json == "1")
    #expect(made.all.isEmpty)
    #expect(function.signature.parameters.map(\.name) == ["x"])
    #expect(made.all == [1])
  }
}
