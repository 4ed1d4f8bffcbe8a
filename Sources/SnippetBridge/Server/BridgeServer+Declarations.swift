import Foundation

extension BridgeServer {
  /// A `.d.ts` file that declares what a page of this server may call; see `WebView.typeScriptDeclarations()`.
  ///
  /// Prepares a web view for it that never has a page. With ``BridgeConfiguration/servesDeclarations`` the server
  /// serves the same as `/_bridge/native.d.ts`.
  public func typeScriptDeclarations() async -> String {
    await declarations.text()
  }

  /// A server that is made to write declarations must not serve as well: nobody has checked who may connect to it, and
  /// its token may be in no file.
  func refuseToServeDeclarations() throws(BridgeServerError) {
    guard let path = configuration.declarations else { return }
    throw BridgeServerError(
      "With --declarations \(path) a server writes that file and serves nothing: by runUntilSignal(), not by run() in a ServiceGroup. "
        + "Leave the option out, or write typeScriptDeclarations() to the file.")
  }

  /// Throws a ``BridgeServerError`` when the file cannot be written.
  func writeDeclarations(to path: String) async throws {
    do {
      try Data(await typeScriptDeclarations().utf8).write(to: URL(filePath: path))
    } catch {
      throw BridgeServerError("The declarations cannot be written to \(path): \(error.localizedDescription)")
    }
  }
}
