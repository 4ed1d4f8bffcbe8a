/// What the compiler chooses when nothing else fits, to say why. Never called.
extension ExposedFunction {
  /// A result that is not `Encodable`.
  @available(*, unavailable, message: "what a function returns must be Encodable; '@unexposed' keeps it from pages")
  public static func bind<R>(_ name: String, _ function: @escaping () throws -> R) -> Self {
    Self(name, synchronous: { _ in .empty })
  }

  /// As above, with a parameter.
  @available(*, unavailable, message: "what a function returns must be Encodable; '@unexposed' keeps it from pages")
  public static func bind<A: Decodable & SendableMetatype, R>(
    _ name: String, _ function: @escaping (A) throws -> R
  ) -> Self {
    Self(name, synchronous: { _ in .empty })
  }
}
