/// Functions of a type that is bound to the main actor without saying so, as in a module whose default isolation that
/// is. No attribute tells the macro; the function's own type does.
@_documentation(visibility: internal)
extension ExposedFunction {
  /// No parameter, a result.
  public static func bind<R: Encodable & Sendable>(
    _ name: String, _ function: @escaping @MainActor @Sendable () throws -> R
  ) -> Self {
    bind(name, isolated: function)
  }

  /// No parameter, no result.
  public static func bind(_ name: String, _ function: @escaping @MainActor @Sendable () throws -> Void) -> Self {
    bind(name, isolated: function)
  }

  /// A parameter and a result.
  public static func bind<A: Decodable & Sendable, R: Encodable & Sendable>(
    _ name: String, _ function: @escaping @MainActor @Sendable (A) throws -> R
  ) -> Self {
    bind(name, isolated: function)
  }

  /// A parameter, no result.
  public static func bind<A: Decodable & Sendable>(
    _ name: String, _ function: @escaping @MainActor @Sendable (A) throws -> Void
  ) -> Self {
    bind(name, isolated: function)
  }

  /// A completion that is called once.
  public static func bind<T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping @MainActor @Sendable (@escaping @Sendable (T) -> Void) throws -> Void
  ) -> Self {
    bind(name, isolated: function)
  }

  /// A completion that is called until its second argument is true.
  public static func bind<T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping @MainActor @Sendable (@escaping @Sendable (T, Bool) -> Void) throws -> Void
  ) -> Self {
    bind(name, isolated: function)
  }

  /// A completion without a value.
  public static func bind(
    _ name: String, _ function: @escaping @MainActor @Sendable (@escaping @Sendable () -> Void) throws -> Void
  ) -> Self {
    bind(name, isolated: function)
  }

  /// A parameter, and a completion that is called once.
  public static func bind<A: Decodable & Sendable, T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping @MainActor @Sendable (A, @escaping @Sendable (T) -> Void) throws -> Void
  ) -> Self {
    bind(name, isolated: function)
  }

  /// A parameter, and a completion that is called until its second argument is true.
  public static func bind<A: Decodable & Sendable, T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping @MainActor @Sendable (A, @escaping @Sendable (T, Bool) -> Void) throws -> Void
  ) -> Self {
    bind(name, isolated: function)
  }

  /// A parameter, and a completion without a value.
  public static func bind<A: Decodable & Sendable>(
    _ name: String, _ function: @escaping @MainActor @Sendable (A, @escaping @Sendable () -> Void) throws -> Void
  ) -> Self {
    bind(name, isolated: function)
  }
}
