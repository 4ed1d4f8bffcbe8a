import DSBridgeLocks
import Foundation
import SnippetBridgePlatform

/// The terminal of `snippet-bridge dev`: lines, and below them one line with the status. If standard output is not a
/// terminal, only lines are printed.
final class Terminal: Sendable {
  let isInteractive = isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1
  private let hasColours = isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil
  private let status = Mutex("")

  enum Colour: String {
    case green = "32"
    case red = "31"
    case dim = "2"
  }

  /// The number of columns.
  var width: Int {
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Prints a line above the status.
  func print(_ line: String, _ colour: Colour? = nil) {
    let text = if let colour, hasColours { "\u{1B}[\(colour.rawValue)m\(line)\u{1B}[0m" } else { line }
    status.withLock { status in
      write(isInteractive ? "\r\u{1B}[K\(text)\n\(status)" : "\(text)\n")
    }
  }

  /// Replaces the status. An empty text removes it.
  func show(status text: String) {
    guard isInteractive else { return }
    status.withLock { status in
      guard status != text else { return }
      status = text
      write("\r\u{1B}[K\(text)")
    }
  }

  private func write(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  /// Calls a closure with each key that the user presses, until the process ends. Returns a closure that restores the
  /// terminal's settings.
  func readKeys(_ pressed: @escaping @Sendable (Character) -> Void) -> @Sendable () -> Void {
    var settings = termios()
    guard isInteractive, tcgetattr(STDIN_FILENO, &settings) == 0 else { return {} }
    let original = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(STDIN_FILENO, &byte, 1) == 1 { pressed(Character(UnicodeScalar(byte))) }
    }
    return {
      var original = original
      tcsetattr(STDIN_FILENO, TCSANOW, &original)
    }
  }
}
