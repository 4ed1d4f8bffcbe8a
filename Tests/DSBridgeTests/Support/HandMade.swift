@testable import DSBridge

/// An interface of functions that a test writes without the macro `@Exposed`.
struct HandMade: ExposedInterface {
  private let functions: @Sendable () -> [ExposedFunction]

  init(_ functions: @escaping @Sendable () -> [ExposedFunction]) {
    self.functions = functions
  }

  nonisolated var exposedFunctions: [ExposedFunction] { functions() }
}
