/// Functions that return a sequence: each element is a value for the page; the end is none.
extension ExposedFunction {
  /// No parameter.
  public static func bind<S: AsyncSequence>(_ name: String, _ function: @escaping () throws -> S) -> Self
  where S.Element: Encodable {
    Self(
      name, Types(value: S.Element.self, repeats: true),
      streaming: { _, responder in try await responder.send(elementsOf: function()) })
  }

  /// A parameter.
  public static func bind<A: Decodable & SendableMetatype, S: AsyncSequence>(
    _ name: String, _ function: @escaping (A) throws -> S
  ) -> Self where S.Element: Encodable {
    Self(
      name, Types(A.self, value: S.Element.self, repeats: true),
      streaming: { arguments, responder in try await responder.send(elementsOf: function(arguments.decode(A.self))) })
  }

  /// No parameter; the sequence comes after a while.
  public static func bind<S: AsyncSequence>(
    _ name: String, _ function: nonisolated(nonsending) @escaping () async throws -> S
  ) -> Self where S.Element: Encodable {
    Self(
      name, Types(value: S.Element.self, repeats: true),
      streaming: { _, responder in try await responder.send(elementsOf: await function()) })
  }

  /// A parameter; the sequence comes after a while.
  public static func bind<A: Decodable & SendableMetatype, S: AsyncSequence>(
    _ name: String, _ function: nonisolated(nonsending) @escaping (A) async throws -> S
  ) -> Self where S.Element: Encodable {
    Self(
      name, Types(A.self, value: S.Element.self, repeats: true),
      streaming: { arguments, responder in
        try await responder.send(elementsOf: await function(arguments.decode(A.self)))
      })
  }
}
