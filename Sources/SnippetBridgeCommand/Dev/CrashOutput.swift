/// A reader for the backtrace that Swift prints when a program crashes.
enum CrashOutput {
  /// The value of the environment variable `SWIFT_BACKTRACE` for a backtrace of few lines, which `summary` reads.
  static let settings = "enable=yes,color=no,interactive=no,threads=crashed,registers=none,images=none,limit=24"

  /// Returns the reason of a crash, and the functions in the program's own files that were running, the innermost
  /// first. Returns `nil` if the output contains no backtrace, or no such function.
  /// - Parameter sources: The files and folders of the program, with absolute paths.
  static func summary(of output: [String], sources: [String]) -> [String]? {
    guard let start = output.lastIndex(where: { $0.contains("Backtracing from 0x") }) else { return nil }
    let functions = output[start...].compactMap { line -> String? in
      // A line such as `1 [ra] 0x00007f02 Till.open(_:) + 70 in Shop at /shop/Sources/Till.swift:1:52`.
      guard let match = line.wholeMatch(of: /\s*\d+ .*?0x[0-9a-f]+ (.+?)(?: \+ \d+)? in \S+ at (\/.+):(\d+):(\d+)/)
      else { return nil }
      let (_, function, path, line, column) = match.output
      guard sources.contains(where: { path == $0 || path.hasPrefix("\($0)/") }) else { return nil }
      return "\(function) at \(path):\(line):\(column)"
    }
    guard !functions.isEmpty else { return nil }
    // The standard library prints the reason before the backtrace, perhaps with lines of other threads in between. The
    // backtrace names the kind of other errors.
    let reason =
      output.last { $0.contains("Fatal error: ") }
      ?? output[start...].compactMap { $0.wholeMatch(of: /\*\*\* (?!Signal \d)(.+) \*\*\*/).map { String($0.1) } }.first
    return [reason ?? "The program crashed."] + functions
  }
}
