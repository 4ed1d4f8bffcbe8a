/// Functions of a global actor, given as closures that carry its attribute: `{ @MainActor in … }`.
@_documentation(visibility: internal)
extension ExposedFunction {
  // MARK: Results and sequences

  /// Binds a function without parameters that returns a result.
  public static func bind<R: Encodable & Sendable>(
    _ name: String, isolated function: @escaping @isolated(any) @Sendable () async throws -> R
  ) -> Self {
    Self(name, Types(value: R.self), asynchronous: { try $0.reply(await function()) })
  }

  /// Binds a function without parameters and without a result.
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

  /// Binds a function with one parameter that returns a result.
  public static func bind<A: Decodable & Sendable, R: Encodable & Sendable>(
    _ name: String, isolated function: @escaping @isolated(any) @Sendable (A) async throws -> R
  ) -> Self {
    Self(name, Types(A.self, value: R.self), asynchronous: { try $0.reply(await function($0.decode(A.self))) })
  }

  /// Binds a function with one parameter and without a result.
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

  /// Binds a function without parameters that returns a sequence.
  public static func bind<S: AsyncSequence & Sendable>(
    _ name: String, isolated function: @escaping @isolated(any) @Sendable () async throws -> S
  ) -> Self where S.Element: Encodable {
    Self(
      name, Types(value: S.Element.self, repeats: true),
      streaming: { _, responder in try await responder.send(elementsOf: await function()) })
  }

  /// Binds a function with one parameter that returns a sequence.
  public static func bind<A: Decodable & Sendable, S: AsyncSequence & Sendable>(
    _ name: String, isolated function: @escaping @isolated(any) @Sendable (A) async throws -> S
  ) -> Self where S.Element: Encodable {
    Self(
      name, Types(A.self, value: S.Element.self, repeats: true),
      streaming: { arguments, responder in
        try await responder.send(elementsOf: await function(arguments.decode(A.self)))
      })
  }

  // MARK: Completions

  /// Binds a function with a completion that is called once.
  public static func bind<T: Encodable & SendableMetatype>(
    _ name: String,
    isolated function: @escaping @isolated(any) @Sendable (@escaping @Sendable (T) -> Void) async throws -> Void
  ) -> Self {
    Self(name, Types(value: T.self), streaming: { _, responder in try await function { responder.send($0) } })
  }

  /// Binds a function with a completion that is called until its second argument is true.
  public static func bind<T: Encodable & SendableMetatype>(
    _ name: String,
    isolated function: @escaping @isolated(any) @Sendable (@escaping @Sendable (T, Bool) -> Void) async throws -> Void
  ) -> Self {
    Self(
      name, Types(value: T.self, repeats: true),
      streaming: { _, responder in try await function { responder.send($0, last: $1) } })
  }

  /// Binds a function with a completion without a value.
  public static func bind(
    _ name: String,
    isolated function: @escaping @isolated(any) @Sendable (@escaping @Sendable () -> Void) async throws -> Void
  ) -> Self {
    Self(name, Types(value: Void.self), streaming: { _, responder in try await function { responder.finish() } })
  }

  /// Binds a function with one parameter and a completion that is called once.
  public static func bind<A: Decodable & Sendable, T: Encodable & SendableMetatype>(
    _ name: String,
    isolated function: @escaping @isolated(any) @Sendable (A, @escaping @Sendable (T) -> Void) async throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: T.self),
      streaming: { arguments, responder in try await function(arguments.decode(A.self)) { responder.send($0) } })
  }

  /// Binds a function with one parameter and a completion that is called until its second argument is true.
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

  /// Binds a function with one parameter and a completion without a value.
  public static func bind<A: Decodable & Sendable>(
    _ name: String,
    isolated function: @escaping @isolated(any) @Sendable (A, @escaping @Sendable () -> Void) async throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: Void.self),
      streaming: { arguments, responder in try await function(arguments.decode(A.self)) { responder.finish() } })
  }

  // MARK: Two parameters, of which the second may be a completion behind a typealias

  /// Binds a function with two parameters and without a result.
  public static func bind<A: Decodable & Sendable, B: Decodable & Sendable>(
    _ name: String, labels: [String], isolated function: @escaping @isolated(any) @Sendable (A, B) async throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, B.self, value: Void.self),
      asynchronous: {
        let arguments = try $0.decode(LabelledArguments.self)
        try await function(arguments.decode(labels.first ?? ""), arguments.decode(labels.last ?? ""))
        return .empty
      })
  }

  /// Binds a function with one parameter and a completion, behind a typealias, that is called once.
  public static func bind<A: Decodable & Sendable, T: Encodable & SendableMetatype>(
    _ name: String, labels: [String],
    isolated function: @escaping @isolated(any) @Sendable (A, @escaping @Sendable (T) -> Void) async throws -> Void
  ) -> Self {
    bind(name, isolated: function)
  }

  /// Binds a function with one parameter and a completion, behind a typealias, that is called until its second
  /// argument is true.
  public static func bind<A: Decodable & Sendable, T: Encodable & SendableMetatype>(
    _ name: String, labels: [String],
    isolated function:
      @escaping @isolated(any) @Sendable (A, @escaping @Sendable (T, Bool) -> Void) async throws -> Void
  ) -> Self {
    bind(name, isolated: function)
  }

  /// Binds a function with one parameter and a completion, behind a typealias, without a value.
  public static func bind<A: Decodable & Sendable>(
    _ name: String, labels: [String],
    isolated function: @escaping @isolated(any) @Sendable (A, @escaping @Sendable () -> Void) async throws -> Void
  ) -> Self {
    bind(name, isolated: function)
  }
}
