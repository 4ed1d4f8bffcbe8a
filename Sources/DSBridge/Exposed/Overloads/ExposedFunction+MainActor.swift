/// Functions that are isolated to the main actor without an attribute, as in a module with that default isolation.
/// The macro sees no attribute; the compiler chooses these overloads by the function's type.
@_documentation(visibility: internal)
extension ExposedFunction {
  /// Binds a function without parameters that returns a result.
  public static func bind<R: Encodable & Sendable>(
    _ name: String, _ function: @escaping @MainActor @Sendable () throws -> R
  ) -> Self {
    bind(name, isolated: function)
  }

  /// Binds a function without parameters and without a result.
  public static func bind(_ name: String, _ function: @escaping @MainActor @Sendable () throws -> Void) -> Self {
    bind(name, isolated: function)
  }

  /// Binds a function with one parameter that returns a result.
  public static func bind<A: Decodable & Sendable, R: Encodable & Sendable>(
    _ name: String, _ function: @escaping @MainActor @Sendable (A) throws -> R
  ) -> Self {
    bind(name, isolated: function)
  }

  /// Binds a function with one parameter and without a result.
  public static func bind<A: Decodable & Sendable>(
    _ name: String, _ function: @escaping @MainActor @Sendable (A) throws -> Void
  ) -> Self {
    bind(name, isolated: function)
  }

  /// Binds a function with a completion that is called once.
  public static func bind<T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping @MainActor @Sendable (@escaping @Sendable (T) -> Void) throws -> Void
  ) -> Self {
    bind(name, isolated: function)
  }

  /// Binds a function with a completion that is called until its second argument is true.
  public static func bind<T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping @MainActor @Sendable (@escaping @Sendable (T, Bool) -> Void) throws -> Void
  ) -> Self {
    bind(name, isolated: function)
  }

  /// Binds a function with a completion without a value.
  public static func bind(
    _ name: String, _ function: @escaping @MainActor @Sendable (@escaping @Sendable () -> Void) throws -> Void
  ) -> Self {
    bind(name, isolated: function)
  }

  /// Binds a function with one parameter and a completion that is called once.
  public static func bind<A: Decodable & Sendable, T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping @MainActor @Sendable (A, @escaping @Sendable (T) -> Void) throws -> Void
  ) -> Self {
    bind(name, isolated: function)
  }

  /// Binds a function with one parameter and a completion that is called until its second argument is true.
  public static func bind<A: Decodable & Sendable, T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping @MainActor @Sendable (A, @escaping @Sendable (T, Bool) -> Void) throws -> Void
  ) -> Self {
    bind(name, isolated: function)
  }

  /// Binds a function with one parameter and a completion without a value.
  public static func bind<A: Decodable & Sendable>(
    _ name: String, _ function: @escaping @MainActor @Sendable (A, @escaping @Sendable () -> Void) throws -> Void
  ) -> Self {
    bind(name, isolated: function)
  }
}
