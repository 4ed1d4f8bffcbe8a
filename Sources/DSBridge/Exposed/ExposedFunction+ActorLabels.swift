/// As in ExposedFunction+Labels.swift, for functions of an actor.
extension ExposedFunction {
  /// Two values.
  public static func bind<I: Actor, A: Decodable & SendableMetatype, B: Decodable & SendableMetatype>(
    _ name: String, on actor: I, labels: [String],
    _ function: @escaping @Sendable (isolated I, A, B) async throws -> Void
  ) -> Self {
    bind(name, on: actor) { (me: isolated I, arguments: LabelledArguments) async throws -> Void in
      try await function(me, arguments.decode(labels.first ?? ""), arguments.decode(labels.last ?? ""))
    }.typed(Types(A.self, B.self, value: Void.self))
  }

  /// A value, and a completion that is called once.
  public static func bind<I: Actor, A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, on actor: I, labels: [String],
    _ function: @escaping @Sendable (isolated I, A, @escaping @Sendable (T) -> Void) async throws -> Void
  ) -> Self {
    bind(name, on: actor, function)
  }

  /// A value, and a completion that is called until its second argument is true.
  public static func bind<I: Actor, A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, on actor: I, labels: [String],
    _ function: @escaping @Sendable (isolated I, A, @escaping @Sendable (T, Bool) -> Void) async throws -> Void
  ) -> Self {
    bind(name, on: actor, function)
  }

  /// A value, and a completion without one.
  public static func bind<I: Actor, A: Decodable & SendableMetatype>(
    _ name: String, on actor: I, labels: [String],
    _ function: @escaping @Sendable (isolated I, A, @escaping @Sendable () -> Void) async throws -> Void
  ) -> Self {
    bind(name, on: actor, function)
  }
}
