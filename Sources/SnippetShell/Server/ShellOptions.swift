public import ArgumentParser

/// Command-line options for a shell, to include in a program's own command:
///
///     @OptionGroup var shell: ShellOptions
///     server.shell(shell.configuration(title: "Lakeside")) { shell in … }
public struct ShellOptions: ParsableArguments {
  /// Whether the shell is a kiosk, which the user cannot leave.
  @Flag(help: "Hide addresses and reset the shell when there was no input for some time.")
  public var kiosk = false

  /// The time without input after which a ``kiosk`` is reset, in seconds; 90 by default, 0 for never.
  @Option(
    help: ArgumentHelp("The time without input after which a kiosk is reset; 0 for never.", valueName: "seconds"))
  public var idleTime: Double = 90

  /// Creates options with default values, as ArgumentParser requires.
  public init() {}

  /// Throws if ``idleTime`` is neither 0 nor from 1 to 86,400 seconds.
  public func validate() throws {
    guard idleTime == 0 || (1...86_400).contains(idleTime) else {
      throw ValidationError("--idle-time must be from 1 to 86400 seconds, or 0 for never, not \(idleTime).")
    }
  }

  /// Returns a configuration with these options and the given parameters.
  public func configuration(
    isAtRoot: Bool = true, title: String = "SnippetBridge", language: String = "en", styleSheet: String? = nil,
    version: String = ""
  ) -> ShellConfiguration {
    ShellConfiguration(
      isAtRoot: isAtRoot, title: title, language: language, styleSheet: styleSheet, version: version,
      kiosk: kiosk ? .init(idleTime: idleTime == 0 ? nil : .seconds(idleTime)) : nil)
  }
}
