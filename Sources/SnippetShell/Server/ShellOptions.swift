public import ArgumentParser

/// The options of a shell, for a program's own command:
///
///     @OptionGroup var shell: ShellOptions
///     server.shell(shell.configuration(title: "Lakeside")) { shell in … }
public struct ShellOptions: ParsableArguments {
  /// A shell that nobody is to get out of.
  @Flag(help: "Show no address, and begin anew when nobody has touched the shell for a while.")
  public var kiosk = false

  /// Goes with ``kiosk``; in seconds. 0 for never.
  @Option(
    help: ArgumentHelp("How long nobody may touch a kiosk before it begins anew; 0 for ever.", valueName: "seconds"))
  public var idleTime: Double = 90

  /// For ArgumentParser.
  public init() {}

  /// Refuses what is no time.
  public func validate() throws {
    guard idleTime == 0 || (1...86_400).contains(idleTime) else {
      throw ValidationError("--idle-time \(idleTime) is no time of 1 to 86400 seconds, nor 0 for ever.")
    }
  }

  /// What the options say, and the rest as given.
  public func configuration(
    isAtRoot: Bool = true, title: String = "SnippetBridge", language: String = "en", styleSheet: String? = nil,
    version: String = ""
  ) -> ShellConfiguration {
    ShellConfiguration(
      isAtRoot: isAtRoot, title: title, language: language, styleSheet: styleSheet, version: version,
      kiosk: kiosk ? .init(idleTime: idleTime == 0 ? nil : .seconds(idleTime)) : nil)
  }
}
