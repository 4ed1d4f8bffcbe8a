import Testing

/// A trait whose tests run on separate threads, and wait there for the processes that they start. The tasks of all
/// other tests share one thread per core, which blocking code would occupy.
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
