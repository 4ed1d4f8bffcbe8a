import SnippetBridgeHTTP

/// The Content-Security-Policies of a proxied document, extended by the bridge's needs. A pure value.
struct SitePolicies: Sendable {
  /// The sources of the injected scripts: `'sha256-…'`.
  let sources: [String]
  /// Whether the page script may start its worker.
  let hasWorker: Bool
  let origins: SiteOrigins

  /// Returns the changed value of a `Content-Security-Policy` header, which may contain several policies. Returns `nil`
  /// if no directive is left.
  func amended(_ value: String) -> String? {
    let policies = value.split(separator: ",").compactMap { text -> String? in
      guard var policy = ContentSecurityPolicy(String(text)) else { return String(text) }
      // This server sends its own `frame-ancestors`. Over plain http, all requests of the page that a browser upgrades
      // to https would fail.
      policy.remove(["frame-ancestors"])
      if !origins.own.isSecure { policy.remove(["upgrade-insecure-requests", "block-all-mixed-content"]) }
      // Under this server's origin, the target's resources are 'self'.
      policy.allowSelf(beside: origins.target)
      policy = policy.admitting(sources, worker: hasWorker)
      return policy.text.isEmpty ? nil : policy.text
    }
    return policies.isEmpty ? nil : policies.joined(separator: ", ")
  }

  /// Returns whether a policy stops all scripts, including the bridge's.
  static func isSandboxed(_ value: String) -> Bool {
    value.lowercased().split(whereSeparator: { $0 == "," || $0 == ";" }).contains { directive in
      let words = directive.split(separator: " ")
      return words.first == "sandbox" && !words.contains("allow-scripts")
    }
  }
}

extension ContentSecurityPolicy {
  /// Adds `'self'` to every source list that allows `origin`, with or without a scheme or a path.
  mutating func allowSelf(beside origin: WebOrigin) {
    changeAll { sources in
      let names = sources.contains { source in
        let source = source.lowercased()
        return ["\(origin)", origin.authority].contains { source == $0 || source.hasPrefix("\($0)/") }
      }
      if names, !sources.contains("'self'") { sources.append("'self'") }
    }
  }
}

/// A listener that is inserted before the script of a page's service worker. It keeps the worker's other listeners
/// from answering requests for documents.
///
/// A document from the worker's cache would have no bridge, or an old one.
enum ServiceWorkerGuard {
  static let script = Array(
    "self.addEventListener('fetch',(e)=>{if(e.request.mode==='navigate')e.stopImmediatePropagation()});\n".utf8)
}
