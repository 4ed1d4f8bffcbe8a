import Foundation
import SnippetBridgePlatform
import SnippetBridgeWebServer

/// The properties of a machine on which the checks depend. Tests replace them.
struct Machine {
  /// The time, in seconds since 1970.
  var now: Int
  /// Whether the clock follows a time server.
  var isClockSynchronized: Bool
  /// The maximum number of descriptors that a process may open; `nil` if it is unknown.
  var descriptorLimit: Int?
  /// Runs an installed program with arguments. Returns `nil` if it is not installed.
  var run: (String, [String]) throws -> Executable.Result?
  /// Returns whether a program is in PATH.
  var has: (String) -> Bool
  /// Returns whether a path or a pattern such as `/usr/lib/*/x.so` exists.
  var exists: (String) -> Bool
  /// Returns why a server cannot listen on a port of 127.0.0.1; `nil` if it can.
  var obstacle: (Int) -> String?

  /// The machine on which this program runs.
  static var current: Machine {
    Machine(
      now: time(nil), isClockSynchronized: SystemClock.isSynchronized,
      descriptorLimit: SystemDescriptors.limit.map { Int(clamping: $0.rlim_max) },
      run: { try Executable($0)?.run($1) }, has: { Executable($0) != nil },
      exists: { pattern in
        var found = glob_t()
        defer { globfree(&found) }
        return glob(pattern, 0, nil, &found) == 0
      },
      obstacle: { port in
        do {
          try PortCheck.run(host: "127.0.0.1", port: port)
          return nil
        } catch { return "\(error)" }
      })
  }
}
