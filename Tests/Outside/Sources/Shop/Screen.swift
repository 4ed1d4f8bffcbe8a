import Foundation
import SnippetBridge

/// As an app for iOS has it, where the functions of interfaces run on the main thread: it counts on that. `@MainActor`
/// keeps it right here.
@MainActor
@Exposed
final class Screen {
  private var lines: [String] = []

  /// So that each web view gets its own where it is prepared, which is on any thread.
  nonisolated init() {}

  func show(line: String) -> Int {
    lines.append(line)
    return MainActor.assumeIsolated { self.lines.count }
  }

  func count(callback: @escaping @Sendable (Int) -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated { callback(self.lines.count) } }
  }
}

/// The same without `@MainActor`.
@Exposed
final class UnboundScreen {
  func show(line: String) -> Int { MainActor.assumeIsolated { line.count } }
}
