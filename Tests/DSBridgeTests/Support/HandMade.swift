@testable import DSBridge

/// An interface made by hand, for tests of the bridge around functions.
struct HandMade: ExposedInterface {
  private let functions: @Sendable () -> [ExposedFunction]

  init(_ functions: @escaping @Sendable () -> [ExposedFunction]) {
    self.functions = functions
  }

  nonisolated var exposedFunctions: [ExposedFunction] { functions() }
}
