/// As in ExposedFunction+Labels.swift, for `async` functions.
extension ExposedFunction {
  /// Two values.
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

  /// A value, and a completion that is called once.
  public static func bind<A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, labels: [String],
    _ function: nonisolated(nonsending) @escaping (A, @escaping @Sendable (T) -> Void) async throws -> Void
  ) -> Self {
    bind(name, function)
  }

  /// A value, and a completion that is called until its second argument is true.
  public static func bind<A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, labels: [String],
    _ function: nonisolated(nonsending) @escaping (A, @escaping @Sendable (T, Bool) -> Void) async throws -> Void
  ) -> Self {
    bind(name, function)
  }

  /// A value, and a completion without one.
  public static func bind<A: Decodable & SendableMetatype>(
    _ name: String, labels: [String],
    _ function: nonisolated(nonsending) @escaping (A, @escaping @Sendable () -> Void) async throws -> Void
  ) -> Self {
    bind(name, function)
  }
}
