import DSBridge
import Logging
import SnippetBridgePlatform
import SnippetBridgeWebServer

/// TypeScript declarations of the functions that pages may call. The served file is created on the first request.
actor Declarations {
  private let registry: Registry
  // There is no registered media type for TypeScript. Browsers show `text/plain`.
  private lazy var making = Task { BridgeFile(Array(await text().utf8), type: "text/plain") }

  init(registry: Registry) { self.registry = registry }

  /// Returns the declarations for a web view that is prepared only for this purpose and never has a page. If the
  /// preparation throws, only the interfaces that were added before the error are declared.
  func text() async -> String {
    let webView = WebView(logger: registry.configuration.logger)
    do { try await registry.prepare(webView, ofProxiedSite: nil) } catch {
      registry.configuration.logger.error(
        "the declarations are incomplete: the preparation of the web view failed", metadata: ["error": "\(error)"])
    }
    defer { webView.end() }
    return await webView.typeScriptDeclarations()
  }

  /// The served file. It is created only once, so it does not change while the server runs.
  var file: BridgeFile {
    get async { await making.value }
  }
}

extension BridgeServer {
  /// Returns a `.d.ts` file that declares the functions that pages of this server may call. See
  /// `WebView.typeScriptDeclarations()`.
  ///
  /// To find the functions, prepares a web view that never has a page. If ``BridgeConfiguration/servesDeclarations`` is
  /// set, the server serves the same text at `/_bridge/native.d.ts`.
  public func typeScriptDeclarations() async -> String { await declarations.text() }

  /// Throws if this server is configured to write declarations. Such a server must not serve, because two checks were
  /// omitted: its network exposure was not checked, and a missing token file was not created.
  func refuseToServeDeclarations() throws(BridgeServerError) {
    guard let path = configuration.declarations else { return }
    throw BridgeServerError(
      """
      With --declarations \(path), the server only writes that file, which run() cannot do. Call runUntilSignal(), \
      remove the option, or write typeScriptDeclarations() to the file.
      """)
  }

  /// Writes the declarations to a file. Throws a ``BridgeServerError`` if the file cannot be written.
  func writeDeclarations(to path: String) async throws {
    let text = Array(await typeScriptDeclarations().utf8)
    do throws(FileError) {
      try SmallFile.overwrite(path, with: text)
    } catch {
      throw BridgeServerError("Cannot write the declarations to \"\(path)\": \(error.description).")
    }
  }
}
