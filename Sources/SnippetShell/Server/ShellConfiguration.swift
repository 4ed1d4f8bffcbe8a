/// How a server's shell is served.
public struct ShellConfiguration: Sendable {
  /// A shell that nobody is to get out of (docs/kiosk.md).
  public struct Kiosk: Sendable, Hashable {
    /// How long nobody may touch it before it begins anew; nil for ever.
    public var idleTime: Duration?

    /// As given.
    public init(idleTime: Duration? = nil) { self.idleTime = idleTime }
  }

  /// The shell is what browsers get at `/`. It is at `/_bridge/shell` in any case.
  public var isAtRoot: Bool
  /// The language of what the shell says itself, for screen readers, such as `en` or `ar`; it says how lines run.
  public var language: String
  /// What the window is called while no page has a title.
  public var title: String
  /// A style sheet of the program's own, behind the shell's: a path of this server, such as `/kiosk.css`.
  public var styleSheet: String?
  /// The program's version, for `{{version}}` in templates of snippets.
  public var version: String
  /// Nil for a shell in an ordinary browser.
  public var kiosk: Kiosk?

  /// Creates a configuration. The title comes first, as in ``init(isAtRoot:title:language:styleSheet:version:kiosk:)``
  /// it comes second.
  public init(
    title: String, isAtRoot: Bool, language: String = "en", styleSheet: String? = nil, version: String = "",
    kiosk: Kiosk? = nil
  ) {
    self.init(
      isAtRoot: isAtRoot, title: title, language: language, styleSheet: styleSheet, version: version, kiosk: kiosk)
  }

  /// As given.
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
