import Testing

/// A trait that runs tests, and the waiting for their processes, on separate threads. Swift has one thread per core
/// for the tasks of all tests, which blocking code would hold up.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ThreadPerJobExecutor.shared) { try await function() }
  }
}

extension Trait where Self == OwnThreads {
  /// The trait for tests that run programs or use the disk.
  static var ownThreads: OwnThreads { OwnThreads() }
}
