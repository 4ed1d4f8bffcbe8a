import Dispatch
import SnippetBridge

// The code of docs/guides/moving-from-dsbridge.md.

@MainActor
@Exposed
final class Screen {
  private var lines: [String] = []

  nonisolated init() {}  // web views are prepared on any thread

  func show(line: String) -> Int {
    lines.append(line)
    return MainActor.assumeIsolated { self.lines.count }
  }
}

enum MovedSample {
  @Exposed
  class MyInterface {
    func asyncFunction(input: Int, completion: @escaping @Sendable (Int, Bool) -> Void) {
      completion(input + 1, false)
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { completion(input + 2, true) }
    }
  }
}
