import SnippetBridgeDevelopment

/// The texts of `snippet-bridge dev`.
extension Terminal {
  func print(_ report: DevState.Report) {
    switch report {
    case .changed(let paths):
      let names = paths.prefix(3).map(Self.visible).joined(separator: ", ")
      print("Changed: \(names)\(paths.count > 3 ? ", …" : "")", .dim)
    case .late:
      print("The program does not listen after 10 seconds. See its output, or press r to start it again.", .red)
    case .repaired: print("The build succeeds again.", .green)
    case .problems(let problems):
      for problem in problems {
        print(problem.title, .red)
        for line in problem.lines { print("  \(line)") }
      }
    }
  }

  /// Returns a file name without control characters, which could change the terminal's state.
  static func visible(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }

  /// Returns the line that describes the state, cut to the width of the terminal.
  /// - Parameters:
  ///   - building: The duration and the last line of the running build, or `nil` if none runs.
  ///   - built: The duration of the last build.
  static func status(
    of state: DevState, building: (time: Duration, line: String)?, built: Duration?, width: Int
  ) -> String {
    let pages = "\(state.pages) \(state.pages == 1 ? "page" : "pages")"
    let serving = state.serving.flatMap { _ in state.addresses?.urls.first }.map { "serving \($0) · \(pages)" }
    let text =
      if let building {
        "◐ building \(building.time.components.seconds) s · \(serving ?? building.line)"
      } else if !state.problems.isEmpty {
        "✗ " + (state.problems.count == 1 ? "1 problem" : "\(state.problems.count) problems")
          + (serving.map { " · \($0)" } ?? "")
      } else if let serving {
        "● \(serving)\(built.map { " · built in \(tenths($0)) s" } ?? "") · o opens, r restarts, q quits"
      } else {
        "◌ starting"
      }
    return String(text.prefix(max(10, width - 1)))
  }

  private static func tenths(_ duration: Duration) -> String {
    let tenths = Int(duration / .milliseconds(100))
    return "\(tenths / 10).\(tenths % 10)"
  }
}
