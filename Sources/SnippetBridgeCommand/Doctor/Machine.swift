import Foundation
import SnippetBridgePlatform
import SnippetBridgeWebServer

/// The properties of a machine on which the checks depend; by default, of the machine on which this program runs. Tests
/// replace them.
struct Machine {
  /// The time, in seconds since 1970.
  var now: Int = time(nil)
  /// Whether the clock follows a time server.
  var isClockSynchronized = SystemClock.isSynchronized
  /// The maximum number of descriptors that a process may open; `nil` if it is unknown.
  var descriptorLimit = SystemDescriptors.limit.map { Int(clamping: $0.rlim_max) }
  /// Runs an installed program with arguments. Returns `nil` if it is not installed.
  var run: (String, [String]) throws -> Executable.Result? = { try Executable($0)?.run($1) }
  /// Returns whether a program is in PATH.
  var has: (String) -> Bool = { Executable($0) != nil }
  /// Returns whether a path or a pattern such as `/usr/lib/*/x.so` exists.
  var exists: (String) -> Bool = { pattern in
    var found = glob_t()
    defer { globfree(&found) }
    return glob(pattern, 0, nil, &found) == 0
  }
  /// Returns why a server cannot listen on a port of 127.0.0.1; `nil` if it can.
  var obstacle: (Int) -> String? = { port in
    do {
      try PortCheck.run(host: "127.0.0.1", port: port)
      return nil
    } catch { return "\(error)" }
  }
}
