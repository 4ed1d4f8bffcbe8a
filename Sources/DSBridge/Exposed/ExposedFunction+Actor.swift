/// Functions of an actor, given as closures that run isolated to it. Reading and writing happen inside, so nothing
/// that is not `Sendable` crosses.
extension ExposedFunction {
  /// No parameter, a result.
  public static func bind<I: Actor, R: Encodable>(
    _ name: String, on actor: I, _ function: @escaping @Sendable (isolated I) async throws -> R
  ) -> Self {
    Self(
      name, Types(value: R.self),
      asynchronous: { arguments in try await { (me: isolated I) in try arguments.reply(await function(me)) }(actor) })
  }

  /// No parameter, no result.
  public static func bind<I: Actor>(
    _ name: String, on actor: I, _ function: @escaping @Sendable (isolated I) async throws -> Void
  ) -> Self {
    Self(
      name, Types(value: Void.self),
      asynchronous: { _ in
        try await function(actor)
        return .empty
      })
  }

  /// A parameter and a result.
  public static func bind<I: Actor, A: Decodable & SendableMetatype, R: Encodable>(
    _ name: String, on actor: I, _ function: @escaping @Sendable (isolated I, A) async throws -> R
  ) -> Self {
    Self(
      name, Types(A.self, value: R.self),
      asynchronous: { arguments in
        try await { (me: isolated I) in try arguments.reply(await function(me, arguments.decode(A.self))) }(actor)
      })
  }

  /// A parameter, no result.
  public static func bind<I: Actor, A: Decodable & SendableMetatype>(
    _ name: String, on actor: I, _ function: @escaping @Sendable (isolated I, A) async throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: Void.self),
      asynchronous: { arguments in
        try await { (me: isolated I) in try await function(me, arguments.decode(A.self)) }(actor)
        return .empty
      })
  }

  /// No parameter, a sequence.
  public static func bind<I: Actor, S: AsyncSequence>(
    _ name: String, on actor: I, _ function: @escaping @Sendable (isolated I) async throws -> S
  ) -> Self where S.Element: Encodable {
    Self(
      name, Types(value: S.Element.self, repeats: true),
      streaming: { _, responder in
        try await { (me: isolated I) in try await responder.send(elementsOf: await function(me)) }(actor)
      })
  }

  /// A parameter, a sequence.
  public static func bind<I: Actor, A: Decodable & SendableMetatype, S: AsyncSequence>(
    _ name: String, on actor: I, _ function: @escaping @Sendable (isolated I, A) async throws -> S
  ) -> Self where S.Element: Encodable {
    Self(
      name, Types(A.self, value: S.Element.self, repeats: true),
      streaming: { arguments, responder in
        try await { (me: isolated I) in
          try await responder.send(elementsOf: await function(me, arguments.decode(A.self)))
        }(actor)
      })
  }
}
