/// Functions of an actor, given as closures that run isolated to it. Decoding and encoding happen inside, so nothing
/// that is not `Sendable` crosses the isolation.
@_documentation(visibility: internal)
extension ExposedFunction {
  // MARK: Results and sequences

  /// Binds a function without parameters that returns a result.
  public static func bind<I: Actor, R: Encodable>(
    _ name: String, on actor: I, _ function: @escaping @Sendable (isolated I) async throws -> R
  ) -> Self {
    Self(
      name, Types(value: R.self),
      asynchronous: { arguments in try await { (me: isolated I) in try arguments.reply(await function(me)) }(actor) })
  }

  /// Binds a function without parameters and without a result.
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

  /// Binds a function with one parameter that returns a result.
  public static func bind<I: Actor, A: Decodable & SendableMetatype, R: Encodable>(
    _ name: String, on actor: I, _ function: @escaping @Sendable (isolated I, A) async throws -> R
  ) -> Self {
    Self(
      name, Types(A.self, value: R.self),
      asynchronous: { arguments in
        try await { (me: isolated I) in try arguments.reply(await function(me, arguments.decode(A.self))) }(actor)
      })
  }

  /// Binds a function with one parameter and without a result.
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

  /// Binds a function without parameters that returns a sequence.
  public static func bind<I: Actor, S: AsyncSequence>(
    _ name: String, on actor: I, _ function: @escaping @Sendable (isolated I) async throws -> S
  ) -> Self where S.Element: Encodable {
    Self(
      name, Types(value: S.Element.self, repeats: true),
      streaming: { _, responder in
        try await { (me: isolated I) in try await responder.send(elementsOf: await function(me)) }(actor)
      })
  }

  /// Binds a function with one parameter that returns a sequence.
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

  // MARK: Completions

  /// Binds a function with a completion that is called once.
  public static func bind<I: Actor, T: Encodable & SendableMetatype>(
    _ name: String, on actor: I,
    _ function: @escaping @Sendable (isolated I, @escaping @Sendable (T) -> Void) async throws -> Void
  ) -> Self {
    Self(name, Types(value: T.self), streaming: { _, responder in try await function(actor) { responder.send($0) } })
  }

  /// Binds a function with a completion that is called until its second argument is true.
  public static func bind<I: Actor, T: Encodable & SendableMetatype>(
    _ name: String, on actor: I,
    _ function: @escaping @Sendable (isolated I, @escaping @Sendable (T, Bool) -> Void) async throws -> Void
  ) -> Self {
    Self(
      name, Types(value: T.self, repeats: true),
      streaming: { _, responder in try await function(actor) { responder.send($0, last: $1) } })
  }

  /// Binds a function with a completion without a value.
  public static func bind<I: Actor>(
    _ name: String, on actor: I,
    _ function: @escaping @Sendable (isolated I, @escaping @Sendable () -> Void) async throws -> Void
  ) -> Self {
    Self(name, Types(value: Void.self), streaming: { _, responder in try await function(actor) { responder.finish() } })
  }

  /// Binds a function with one parameter and a completion that is called once.
  public static func bind<I: Actor, A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, on actor: I,
    _ function: @escaping @Sendable (isolated I, A, @escaping @Sendable (T) -> Void) async throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: T.self),
      streaming: { arguments, responder in
        try await { (me: isolated I) in
          try await function(me, arguments.decode(A.self)) { responder.send($0) }
        }(actor)
      })
  }

  /// Binds a function with one parameter and a completion that is called until its second argument is true.
  public static func bind<I: Actor, A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, on actor: I,
    _ function: @escaping @Sendable (isolated I, A, @escaping @Sendable (T, Bool) -> Void) async throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: T.self, repeats: true),
      streaming: { arguments, responder in
        try await { (me: isolated I) in
          try await function(me, arguments.decode(A.self)) { responder.send($0, last: $1) }
        }(actor)
      })
  }

  /// Binds a function with one parameter and a completion without a value.
  public static func bind<I: Actor, A: Decodable & SendableMetatype>(
    _ name: String, on actor: I,
    _ function: @escaping @Sendable (isolated I, A, @escaping @Sendable () -> Void) async throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: Void.self),
      streaming: { arguments, responder in
        try await { (me: isolated I) in
          try await function(me, arguments.decode(A.self)) { responder.finish() }
        }(actor)
      })
  }

  // MARK: Two parameters, of which the second may be a completion behind a typealias

  /// Binds a function with two parameters and without a result.
  public static func bind<I: Actor, A: Decodable & SendableMetatype, B: Decodable & SendableMetatype>(
    _ name: String, on actor: I, labels: [String],
    _ function: @escaping @Sendable (isolated I, A, B) async throws -> Void
  ) -> Self {
    bind(name, on: actor) { (me: isolated I, arguments: LabelledArguments) async throws -> Void in
      try await function(me, arguments.decode(labels.first ?? ""), arguments.decode(labels.last ?? ""))
    }.typed(Types(A.self, B.self, value: Void.self))
  }

  /// Binds a function with one parameter and a completion, behind a typealias, that is called once.
  public static func bind<I: Actor, A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, on actor: I, labels: [String],
    _ function: @escaping @Sendable (isolated I, A, @escaping @Sendable (T) -> Void) async throws -> Void
  ) -> Self {
    bind(name, on: actor, function)
  }

  /// Binds a function with one parameter and a completion, behind a typealias, that is called until its second
  /// argument is true.
  public static func bind<I: Actor, A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, on actor: I, labels: [String],
    _ function: @escaping @Sendable (isolated I, A, @escaping @Sendable (T, Bool) -> Void) async throws -> Void
  ) -> Self {
    bind(name, on: actor, function)
  }

  /// Binds a function with one parameter and a completion, behind a typealias, without a value.
  public static func bind<I: Actor, A: Decodable & SendableMetatype>(
    _ name: String, on actor: I, labels: [String],
    _ function: @escaping @Sendable (isolated I, A, @escaping @Sendable () -> Void) async throws -> Void
  ) -> Self {
    bind(name, on: actor, function)
  }
}
