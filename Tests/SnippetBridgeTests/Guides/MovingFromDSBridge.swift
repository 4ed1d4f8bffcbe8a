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
