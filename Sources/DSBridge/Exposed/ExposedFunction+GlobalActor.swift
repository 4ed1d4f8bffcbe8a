/// Functions of a global actor, given as closures that carry its attribute: `{ @MainActor in … }`.
extension ExposedFunction {
  /// No parameter, a result.
  public static func bind<R: Encodable & Sendable>(
    _ name: String, isolated function: @escaping @isolated(any) @Sendable () async throws -> R
  ) -> Self {
    Self(name, Types(value: R.self), asynchronous: { try $0.reply(await function()) })
  }

  /// No parameter, no result.
  public static func bind(
    _ name: String, isolated function: @escaping @isolated(any) @Sendable () async throws -> Void
  ) -> Self {
    Self(
      name, Types(value: Void.self),
      asynchronous: { _ in
        try await function()
        return .empty
      })
  }

  /// A parameter and a result.
  public static func bind<A: Decodable & Sendable, R: Encodable & Sendable>(
    _ name: String, isolated function: @escaping @isolated(any) @Sendable (A) async throws -> R
  ) -> Self {
    Self(name, Types(A.self, value: R.self), asynchronous: { try $0.reply(await function($0.decode(A.self))) })
  }

  /// A parameter, no result.
  public static func bind<A: Decodable & Sendable>(
    _ name: String, isolated function: @escaping @isolated(any) @Sendable (A) async throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: Void.self),
      asynchronous: {
        try await function($0.decode(A.self))
        return .empty
      })
  }

  /// No parameter, a sequence.
  public static func bind<S: AsyncSequence & Sendable>(
    _ name: String, isolated function: @escaping @isolated(any) @Sendable () async throws -> S
  ) -> Self where S.Element: Encodable {
    Self(
      name, Types(value: S.Element.self, repeats: true),
      streaming: { _, responder in try await responder.send(elementsOf: await function()) })
  }

  /// A parameter, a sequence.
  public static func bind<A: Decodable & Sendable, S: AsyncSequence & Sendable>(
    _ name: String, isolated function: @escaping @isolated(any) @Sendable (A) async throws -> S
  ) -> Self where S.Element: Encodable {
    Self(
      name, Types(A.self, value: S.Element.self, repeats: true),
      streaming: { arguments, responder in
        try await responder.send(elementsOf: await function(arguments.decode(A.self)))
      })
  }
}
