public import DSBridge
public import SnippetBridge

extension BridgeServer {
  /// Serves a shell, at `/` and at `/_bridge/shell`. Call it once, before the server runs.
  ///
  ///     server.shell { shell in
  ///       shell.tabs = [Tab("Home", icon: .home, content: .page("/home.html"))]
  ///     }
  ///
  /// - Parameter prepare: called once for each tab of a browser that shows the shell, in the shell's isolation: the
  ///   place to set up tabs, bars and views.
  public func shell(
    _ configuration: ShellConfiguration = ShellConfiguration(), _ prepare: @escaping @Sendable (isolated Shell) -> Void
  ) {
    add(ShellModule(of: self, configuration: configuration, prepare: prepare))
  }

  /// The shell that shows this web view's page in one of its screens, or whose own page it is; nil for other pages.
  ///
  ///     let server = try BridgeServer(configuration: configuration) { webView in
  ///       webView.addInterface(Hotel(webView), by: "hotel")  // which asks server.shell(showing: webView)
  ///     }
  public func shell(showing webView: WebView) -> Shell? { (module as? ShellModule)?.shell(showing: webView) }

  /// The shells that browsers show now.
  public var shells: [Shell] { (module as? ShellModule)?.shells ?? [] }
}
