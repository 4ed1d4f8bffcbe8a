import Foundation

extension BridgeServer {
  /// Returns a `.d.ts` file that declares the functions that a page of this server may call. See
  /// `WebView.typeScriptDeclarations()`.
  ///
  /// Prepares a web view that never has a page. If ``BridgeConfiguration/servesDeclarations`` is set, the server
  /// serves the same file as `/_bridge/native.d.ts`.
  public func typeScriptDeclarations() async -> String {
    await declarations.text()
  }

  /// Throws if this server is configured to write declarations. Such a server must not serve: its network exposure
  /// was not checked, and its token may not be in a file.
  func refuseToServeDeclarations() throws(BridgeServerError) {
    guard let path = configuration.declarations else { return }
    throw BridgeServerError(
      """
      With --declarations \(path), the server only writes that file, which run() in a ServiceGroup cannot do. Call \
      runUntilSignal(), remove the option, or write typeScriptDeclarations() to the file.
      """)
  }

  /// Writes the declarations to a file. Throws a ``BridgeServerError`` if the file cannot be written.
  func writeDeclarations(to path: String) async throws {
    do {
      try Data(await typeScriptDeclarations().utf8).write(to: URL(filePath: path))
    } catch {
      throw BridgeServerError("Cannot write the declarations to \(path): \(error.localizedDescription)")
    }
  }
}
