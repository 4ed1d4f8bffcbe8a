/// Functions with two parameters of which the second may be a completion behind a typealias: the compiler, which sees
/// through it, chooses between these.
extension ExposedFunction {
  /// Two values, a result.
  public static func bind<A: Decodable & SendableMetatype, B: Decodable & SendableMetatype, R: Encodable>(
    _ name: String, labels: [String], _ function: @escaping (A, B) throws -> R
  ) -> Self {
    bind(name) { (arguments: LabelledArguments) in
      try function(arguments.decode(labels.first ?? ""), arguments.decode(labels.last ?? ""))
    }.typed(Types(A.self, B.self, value: R.self))
  }

  /// Two values, no result.
  public static func bind<A: Decodable & SendableMetatype, B: Decodable & SendableMetatype>(
    _ name: String, labels: [String], _ function: @escaping (A, B) throws -> Void
  ) -> Self {
    bind(name) { (arguments: LabelledArguments) throws -> Void in
      try function(arguments.decode(labels.first ?? ""), arguments.decode(labels.last ?? ""))
    }.typed(Types(A.self, B.self, value: Void.self))
  }

  /// A value, and a completion that is called once.
  public static func bind<A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, labels: [String], _ function: @escaping (A, @escaping @Sendable (T) -> Void) throws -> Void
  ) -> Self {
    bind(name, function)
  }

  /// A value, and a completion that is called until its second argument is true.
  public static func bind<A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, labels: [String], _ function: @escaping (A, @escaping @Sendable (T, Bool) -> Void) throws -> Void
  ) -> Self {
    bind(name, function)
  }

  /// A value, and a completion without one.
  public static func bind<A: Decodable & SendableMetatype>(
    _ name: String, labels: [String], _ function: @escaping (A, @escaping @Sendable () -> Void) throws -> Void
  ) -> Self {
    bind(name, function)
  }
}
