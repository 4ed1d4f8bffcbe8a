public import DSBridge
import Logging

extension BridgeServer {
  /// Gives the pages of a remote snippet their interfaces. Without it they have none.
  ///
  ///     server.prepare(remoteSnippet: "shop") { webView in
  ///       webView.addInterface(Catalogue(), by: "catalogue")
  ///     }
  ///
  /// Call it before the server runs. The pages of a screen, a tab and a frame are prepared alike.
  /// - Parameters:
  ///   - name: the ``RemoteSnippet/name``. A name that the configuration does not have is logged.
  ///   - prepare: as the server's own: called once for each new web view of the snippet, on any thread.
  public func prepare(
    remoteSnippet name: String, _ prepare: @escaping @Sendable (WebView) async throws -> Void
  ) {
    if !configuration.remoteSnippets.contains(where: { $0.name == name }) {
      configuration.logger.notice(
        "the server has no remote snippet of this name to prepare: name it in remoteSnippets, or by --remote",
        metadata: ["name": "\(name)"])
    }
    registry.setPreparation(ofRemoteSnippet: name, prepare)
  }
}
