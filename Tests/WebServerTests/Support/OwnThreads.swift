import Testing

/// Runs tests, and the waiting for processes of theirs, on threads of their own: whatever blocks in them holds up no
/// other test. Swift has one thread per core for the tasks of all tests.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ThreadPerJobExecutor.shared) { try await function() }
  }
}

extension Trait where Self == OwnThreads {
  /// For tests that run programs, or use the disk.
  static var ownThreads: OwnThreads { OwnThreads() }
}
