/// Functions of a global actor that answer through a completion.
extension ExposedFunction {
  /// A completion that is called once.
  public static func bind<T: Encodable & SendableMetatype>(
    _ name: String,
    isolated function: @escaping @isolated(any) @Sendable (@escaping @Sendable (T) -> Void) async throws -> Void
  ) -> Self {
    Self(name, Types(value: T.self), streaming: { _, responder in try await function { responder.send($0) } })
  }

  /// A completion that is called until its second argument is true.
  public static func bind<T: Encodable & SendableMetatype>(
    _ name: String,
    isolated function: @escaping @isolated(any) @Sendable (@escaping @Sendable (T, Bool) -> Void) async throws -> Void
  ) -> Self {
    Self(
      name, Types(value: T.self, repeats: true),
      streaming: { _, responder in try await function { responder.send($0, last: $1) } })
  }

  /// A completion without a value.
  public static func bind(
    _ name: String,
    isolated function: @escaping @isolated(any) @Sendable (@escaping @Sendable () -> Void) async throws -> Void
  ) -> Self {
    Self(name, Types(value: Void.self), streaming: { _, responder in try await function { responder.finish() } })
  }

  /// A parameter, and a completion that is called once.
  public static func bind<A: Decodable & Sendable, T: Encodable & SendableMetatype>(
    _ name: String,
    isolated function: @escaping @isolated(any) @Sendable (A, @escaping @Sendable (T) -> Void) async throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: T.self),
      streaming: { arguments, responder in try await function(arguments.decode(A.self)) { responder.send($0) } })
  }

  /// A parameter, and a completion that is called until its second argument is true.
  public static func bind<A: Decodable & Sendable, T: Encodable & SendableMetatype>(
    _ name: String,
    isolated function:
      @escaping @isolated(any) @Sendable (A, @escaping @Sendable (T, Bool) -> Void) async throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: T.self, repeats: true),
      streaming: { arguments, responder in
        try await function(arguments.decode(A.self)) { responder.send($0, last: $1) }
      })
  }

  /// A parameter, and a completion without a value.
  public static func bind<A: Decodable & Sendable>(
    _ name: String,
    isolated function: @escaping @isolated(any) @Sendable (A, @escaping @Sendable () -> Void) async throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: Void.self),
      streaming: { arguments, responder in try await function(arguments.decode(A.self)) { responder.finish() } })
  }
}
