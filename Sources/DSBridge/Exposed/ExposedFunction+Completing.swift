/// Functions that answer through a completion. The ones handed to them may be called from any thread, until the last
/// value.
extension ExposedFunction {
  /// A completion that is called once.
  public static func bind<T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping (@escaping @Sendable (T) -> Void) throws -> Void
  ) -> Self {
    Self(name, Types(value: T.self), completing: { _, responder in try function { responder.send($0) } })
  }

  /// A completion that is called until its second argument is true.
  public static func bind<T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping (@escaping @Sendable (T, Bool) -> Void) throws -> Void
  ) -> Self {
    Self(
      name, Types(value: T.self, repeats: true),
      completing: { _, responder in try function { responder.send($0, last: $1) } })
  }

  /// A completion without a value.
  public static func bind(
    _ name: String, _ function: @escaping (@escaping @Sendable () -> Void) throws -> Void
  ) -> Self {
    Self(name, Types(value: Void.self), completing: { _, responder in try function { responder.finish() } })
  }

  /// A parameter, and a completion that is called once.
  public static func bind<A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping (A, @escaping @Sendable (T) -> Void) throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: T.self),
      completing: { arguments, responder in try function(arguments.decode(A.self)) { responder.send($0) } })
  }

  /// A parameter, and a completion that is called until its second argument is true.
  public static func bind<A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping (A, @escaping @Sendable (T, Bool) -> Void) throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: T.self, repeats: true),
      completing: { arguments, responder in try function(arguments.decode(A.self)) { responder.send($0, last: $1) } })
  }

  /// A parameter, and a completion without a value.
  public static func bind<A: Decodable & SendableMetatype>(
    _ name: String, _ function: @escaping (A, @escaping @Sendable () -> Void) throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: Void.self),
      completing: { arguments, responder in try function(arguments.decode(A.self)) { responder.finish() } })
  }
}
