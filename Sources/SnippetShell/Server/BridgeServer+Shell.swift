public import DSBridge
public import SnippetBridge

extension BridgeServer {
  /// Adds a shell to the server, at `/` and at `/_bridge/shell`. Call this once, before the server runs.
  ///
  ///     server.shell { shell in
  ///       shell.tabs = [Tab("Home", icon: .home, content: .page("/home.html"))]
  ///     }
  ///
  /// - Parameter prepare: sets up tabs, bars and views. Called in the shell's isolation, once for each browser tab
  ///   that shows the shell.
  public func shell(
    _ configuration: ShellConfiguration = ShellConfiguration(), _ prepare: @escaping @Sendable (isolated Shell) -> Void
  ) {
    add(ShellModule(of: self, configuration: configuration, prepare: prepare))
  }

  /// Returns the shell that a web view belongs to, or `nil` if there is none. The web view may show the page of a
  /// screen or the shell's own page.
  ///
  ///     let server = try BridgeServer(configuration: configuration) { webView in
  ///       webView.addInterface(Hotel(webView), by: "hotel")  // Hotel calls server.shell(showing: webView)
  ///     }
  public func shell(showing webView: WebView) -> Shell? { (module as? ShellModule)?.shell(showing: webView) }

  /// The existing shells, one for each browser tab that shows a shell.
  public var shells: [Shell] { (module as? ShellModule)?.shells ?? [] }
}
