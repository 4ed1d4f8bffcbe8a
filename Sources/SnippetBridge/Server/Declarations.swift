import DSBridge
import DSBridgeLocks
import Logging

/// The TypeScript declarations of the functions that pages may call. The served file is created at the first request.
final class Declarations: Sendable {
  private let registry: Registry
  private let making = Mutex<Task<BridgeFile, Never>?>(nil)

  init(registry: Registry) {
    self.registry = registry
  }

  /// Returns the declarations of a web view that is prepared for this purpose and never has a page. If its
  /// preparation throws, only the interfaces that were added before are declared.
  func text() async -> String {
    let webView = WebView(logger: registry.configuration.logger)
    do { try await registry.prepareForOwnPages(webView) } catch {
      registry.configuration.logger.error(
        "the declarations are incomplete: the preparation of the web view failed",
        metadata: ["error": "\(error)"])
    }
    defer { webView.end() }
    return await webView.typeScriptDeclarations()
  }

  /// The served file. Its text is that of the first call of ``text()``.
  var file: BridgeFile {
    get async {
      let task = making.withLock { making in
        // No media type is registered for TypeScript. A browser shows `text/plain`.
        let task = making ?? Task { BridgeFile(Array(await text().utf8), type: "text/plain") }
        making = task
        return task
      }
      return await task.value
    }
  }
}
