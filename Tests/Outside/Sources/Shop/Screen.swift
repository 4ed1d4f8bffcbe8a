import Foundation
import SnippetBridge

/// A class from an iOS app, which relies on the rule that functions of interfaces run on the main thread. Here,
/// `@MainActor` guarantees this.
@MainActor
@Exposed
final class Screen {
  private var lines: [String] = []

  /// Allows any thread to create the object, because web views are prepared on any thread.
  nonisolated init() {}

  func show(line: String) -> Int {
    lines.append(line)
    return MainActor.assumeIsolated { self.lines.count }
  }

  func count(callback: @escaping @Sendable (Int) -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated { callback(self.lines.count) } }
  }
}

/// A similar class without `@MainActor`. Its function does not run on the main thread, so `assumeIsolated` ends the
/// process.
@Exposed
final class UnboundScreen {
  func show(line: String) -> Int { MainActor.assumeIsolated { line.count } }
}
