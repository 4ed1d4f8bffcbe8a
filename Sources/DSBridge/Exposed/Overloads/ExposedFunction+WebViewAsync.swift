/// `async` functions that run in the web view's isolation. `@Exposed` passes closures, never the functions
/// themselves. A reference to an `async` function of a class that is not `Sendable` would run it outside the web
/// view's isolation, without any diagnostic.
@_documentation(visibility: internal)
extension ExposedFunction {
  // MARK: Results and completions

  /// Binds a function without parameters that returns a result.
  public static func bind<R: Encodable>(
    _ name: String, _ function: nonisolated(nonsending) @escaping () async throws -> R
  ) -> Self {
    Self(name, Types(value: R.self), asynchronous: { try $0.reply(await function()) })
  }

  /// Binds a function without parameters and without a result.
  public static func bind(
    _ name: String, _ function: nonisolated(nonsending) @escaping () async throws -> Void
  ) -> Self {
    Self(
      name, Types(value: Void.self),
      asynchronous: { _ in
        try await function()
        return .empty
      })
  }

  /// Binds a function with one parameter that returns a result.
  public static func bind<A: Decodable & SendableMetatype, R: Encodable>(
    _ name: String, _ function: nonisolated(nonsending) @escaping (A) async throws -> R
  ) -> Self {
    Self(name, Types(A.self, value: R.self), asynchronous: { try $0.reply(await function($0.decode(A.self))) })
  }

  /// Binds a function with one parameter and without a result.
  public static func bind<A: Decodable & SendableMetatype>(
    _ name: String, _ function: nonisolated(nonsending) @escaping (A) async throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: Void.self),
      asynchronous: {
        try await function($0.decode(A.self))
        return .empty
      })
  }

  /// Binds a function with a completion that is called once.
  public static func bind<T: Encodable & SendableMetatype>(
    _ name: String,
    _ function: nonisolated(nonsending) @escaping (@escaping @Sendable (T) -> Void) async throws -> Void
  ) -> Self {
    Self(name, Types(value: T.self), streaming: { _, responder in try await function { responder.send($0) } })
  }

  /// Binds a function with a completion that is called until its second argument is true.
  public static func bind<T: Encodable & SendableMetatype>(
    _ name: String,
    _ function: nonisolated(nonsending) @escaping (@escaping @Sendable (T, Bool) -> Void) async throws -> Void
  ) -> Self {
    Self(
      name, Types(value: T.self, repeats: true),
      streaming: { _, responder in try await function { responder.send($0, last: $1) } })
  }

  /// Binds a function with a completion without a value.
  public static func bind(
    _ name: String, _ function: nonisolated(nonsending) @escaping (@escaping @Sendable () -> Void) async throws -> Void
  ) -> Self {
    Self(name, Types(value: Void.self), streaming: { _, responder in try await function { responder.finish() } })
  }

  /// Binds a function with one parameter and a completion that is called once.
  public static func bind<A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String,
    _ function: nonisolated(nonsending) @escaping (A, @escaping @Sendable (T) -> Void) async throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: T.self),
      streaming: { arguments, responder in try await function(arguments.decode(A.self)) { responder.send($0) } })
  }

  /// Binds a function with one parameter and a completion that is called until its second argument is true.
  public static func bind<A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String,
    _ function: nonisolated(nonsending) @escaping (A, @escaping @Sendable (T, Bool) -> Void) async throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: T.self, repeats: true),
      streaming: { arguments, responder in
        try await function(arguments.decode(A.self)) { responder.send($0, last: $1) }
      })
  }

  /// Binds a function with one parameter and a completion without a value.
  public static func bind<A: Decodable & SendableMetatype>(
    _ name: String,
    _ function: nonisolated(nonsending) @escaping (A, @escaping @Sendable () -> Void) async throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: Void.self),
      streaming: { arguments, responder in try await function(arguments.decode(A.self)) { responder.finish() } })
  }

  // MARK: Sequences that are returned asynchronously

  /// Binds a function without parameters that returns a sequence asynchronously.
  public static func bind<S: AsyncSequence>(
    _ name: String, _ function: nonisolated(nonsending) @escaping () async throws -> S
  ) -> Self where S.Element: Encodable {
    Self(
      name, Types(value: S.Element.self, repeats: true),
      streaming: { _, responder in try await responder.send(elementsOf: await function()) })
  }

  /// Binds a function with one parameter that returns a sequence asynchronously.
  public static func bind<A: Decodable & SendableMetatype, S: AsyncSequence>(
    _ name: String, _ function: nonisolated(nonsending) @escaping (A) async throws -> S
  ) -> Self where S.Element: Encodable {
    Self(
      name, Types(A.self, value: S.Element.self, repeats: true),
      streaming: { arguments, responder in
        try await responder.send(elementsOf: await function(arguments.decode(A.self)))
      })
  }

  // MARK: Two parameters, of which the second may be a completion behind a typealias

  /// Binds a function with two parameters and without a result.
  public static func bind<A: Decodable & SendableMetatype, B: Decodable & SendableMetatype>(
    _ name: String, labels: [String], _ function: nonisolated(nonsending) @escaping (A, B) async throws -> Void
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
  public static func bind<A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, labels: [String],
    _ function: nonisolated(nonsending) @escaping (A, @escaping @Sendable (T) -> Void) async throws -> Void
  ) -> Self {
    bind(name, function)
  }

  /// Binds a function with one parameter and a completion, behind a typealias, that is called until its second
  /// argument is true.
  public static func bind<A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, labels: [String],
    _ function: nonisolated(nonsending) @escaping (A, @escaping @Sendable (T, Bool) -> Void) async throws -> Void
  ) -> Self {
    bind(name, function)
  }

  /// Binds a function with one parameter and a completion, behind a typealias, without a value.
  public static func bind<A: Decodable & SendableMetatype>(
    _ name: String, labels: [String],
    _ function: nonisolated(nonsending) @escaping (A, @escaping @Sendable () -> Void) async throws -> Void
  ) -> Self {
    bind(name, function)
  }
}
