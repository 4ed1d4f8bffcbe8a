/// A value whose functions a page may call. `@Exposed` writes the conformance; one made by hand is as good.
public protocol ExposedInterface {
  /// The functions a page may call. Read once, when the interface is added. Nonisolated, so that actors and
  /// `@MainActor` classes conform too.
  nonisolated var exposedFunctions: [ExposedFunction] { get }
}

/// The names that code made by `@Exposed` uses. As members they are found in a file that imports no more than
/// `typealias DSBridge.Exposed` and `protocol DSBridge.ExposedInterface`.
extension ExposedInterface {
  /// The module's `ExposedFunction`.
  public typealias ExposedFunction = DSBridge.ExposedFunction
  /// The module's `LabelledArguments`.
  public typealias LabelledArguments = DSBridge.LabelledArguments
  /// The module's `SoleArgument`.
  public typealias SoleArgument = DSBridge.SoleArgument
  /// The module's `Untyped`.
  public typealias Untyped<Value> = DSBridge.Untyped<Value>
}
