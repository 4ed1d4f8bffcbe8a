/// The configuration of a server's shell.
public struct ShellConfiguration: Sendable {
  /// The settings of a kiosk, which is a shell that the user cannot leave (docs/guides/kiosk.md).
  public struct Kiosk: Sendable, Hashable {
    /// The time without input after which the shell is reset; `nil` for never.
    public var idleTime: Duration?

    /// Creates the settings of a kiosk.
    public init(idleTime: Duration? = nil) { self.idleTime = idleTime }
  }

  /// The settings for showing pages of other servers in a shell.
  public struct Browser: Sendable, Hashable {
    /// The maximum number of other servers whose pages are open at the same time. This server opens one port for each
    /// of them.
    public var maximumSites: Int

    /// Creates settings for pages of other servers.
    public init(maximumSites: Int = 16) { self.maximumSites = maximumSites }
  }

  /// A Boolean value that indicates whether the server also serves the shell at `/`. The shell is always available at
  /// `/_bridge/shell`.
  public var isAtRoot: Bool
  /// The language of the shell's own texts, such as `en` or `ar`. The language also determines the writing direction.
  public var language: String
  /// The title of the window until the first screen is shown.
  public var title: String
  /// The path of the program's style sheet on this server, such as `/kiosk.css`. The page loads it after the shell's
  /// own style sheet.
  public var styleSheet: String?
  /// The program's version, for `{{version}}` in templates of snippets.
  public var version: String
  /// The settings of a kiosk; `nil` for a shell in an ordinary browser.
  public var kiosk: Kiosk?
  /// The settings for pages of other servers. If set, the shell shows every page that the navigation policy allows, and
  /// adds proxied sites for these pages when needed (docs/guides/shell.md). The policy must have a list of allowed
  /// addresses. If `nil`, the default, the shell shows only the configured sites.
  public var browser: Browser?

  /// Creates a configuration from a title and ``isAtRoot``, in this order.
  public init(
    title: String, isAtRoot: Bool, language: String = "en", styleSheet: String? = nil, version: String = "",
    kiosk: Kiosk? = nil
  ) {
    self.init(
      isAtRoot: isAtRoot, title: title, language: language, styleSheet: styleSheet, version: version, kiosk: kiosk)
  }

  /// Creates a configuration.
  public init(
    isAtRoot: Bool = true, title: String = "SnippetBridge", language: String = "en", styleSheet: String? = nil,
    version: String = "", kiosk: Kiosk? = nil
  ) {
    self.isAtRoot = isAtRoot
    self.title = title
    self.language = language
    self.styleSheet = styleSheet
    self.version = version
    self.kiosk = kiosk
  }
}
