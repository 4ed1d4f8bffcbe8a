/// Functions of an actor that answer through a completion.
extension ExposedFunction {
  /// A completion that is called once.
  public static func bind<I: Actor, T: Encodable & SendableMetatype>(
    _ name: String, on actor: I,
    _ function: @escaping @Sendable (isolated I, @escaping @Sendable (T) -> Void) async throws -> Void
  ) -> Self {
    Self(name, Types(value: T.self), streaming: { _, responder in try await function(actor) { responder.send($0) } })
  }

  /// A completion that is called until its second argument is true.
  public static func bind<I: Actor, T: Encodable & SendableMetatype>(
    _ name: String, on actor: I,
    _ function: @escaping @Sendable (isolated I, @escaping @Sendable (T, Bool) -> Void) async throws -> Void
  ) -> Self {
    Self(
      name, Types(value: T.self, repeats: true),
      streaming: { _, responder in try await function(actor) { responder.send($0, last: $1) } })
  }

  /// A completion without a value.
  public static func bind<I: Actor>(
    _ name: String, on actor: I,
    _ function: @escaping @Sendable (isolated I, @escaping @Sendable () -> Void) async throws -> Void
  ) -> Self {
    Self(name, Types(value: Void.self), streaming: { _, responder in try await function(actor) { responder.finish() } })
  }

  /// A parameter, and a completion that is called once.
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

  /// A parameter, and a completion that is called until its second argument is true.
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

  /// A parameter, and a completion without a value.
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
}
