import DSBridge
import Locks
import Logging

/// What pages may call, as TypeScript. The file that is served is made once, when it is first asked for.
final class Declarations: Sendable {
  private let registry: Registry
  private let making = Mutex<Task<BridgeFile, Never>?>(nil)

  init(registry: Registry) {
    self.registry = registry
  }

  /// The declarations of a web view that is prepared for this and never has a page. If its preparation throws, what was
  /// added before is declared.
  func text() async -> String {
    let webView = WebView(logger: registry.configuration.logger)
    do { try await registry.prepareForOwnPages(webView) } catch {
      registry.configuration.logger.error(
        "the declarations are not complete: the preparation of the web view has failed",
        metadata: ["error": "\(error)"])
    }
    defer { webView.end() }
    return await webView.typeScriptDeclarations()
  }

  /// As ``text()``, of the first time.
  var file: BridgeFile {
    get async {
      let task = making.withLock { making in
        // No type is registered for TypeScript; as text a browser shows it.
        let task = making ?? Task { BridgeFile(Array(await text().utf8), type: "text/plain") }
        making = task
        return task
      }
      return await task.value
    }
  }
}
