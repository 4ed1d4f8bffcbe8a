import SnippetBridgeHTTP

/// The translation of a proxied document's Content-Security-Policies, which allows the page script. A value type
/// without side effects.
struct SitePolicies: Sendable {
  /// The inserted scripts' hashes as sources for a Content-Security-Policy: `'sha256-…'`.
  let sources: [String]
  /// Whether the page script may start its worker.
  let hasWorker: Bool
  let origins: SiteOrigins

  /// Returns the translated value of a `Content-Security-Policy` header, which may contain several policies. Returns
  /// `nil` if no directives remain.
  func amended(_ value: String) -> String? {
    let policies = value.split(separator: ",").compactMap { text -> String? in
      guard var policy = ContentSecurityPolicy(String(text)) else { return String(text) }
      // Remove `frame-ancestors`, because this server sends its own. Over plain http, also remove the directives that
      // make browsers use https, because all of the page's requests would fail.
      policy.remove(["frame-ancestors"])
      if !origins.own.isSecure { policy.remove(["upgrade-insecure-requests", "block-all-mixed-content"]) }
      // The browser loads the target's resources from this server's origin, so `'self'` must be allowed wherever the
      // target is.
      policy.allowSelf(beside: origins.target)
      policy = policy.admitting(sources, worker: hasWorker)
      return policy.text.isEmpty ? nil : policy.text
    }
    return policies.isEmpty ? nil : policies.joined(separator: ", ")
  }

  /// Returns whether a policy prevents all scripts from running, including the page script.
  static func isSandboxed(_ value: String) -> Bool {
    value.lowercased().split(whereSeparator: { $0 == "," || $0 == ";" }).contains { directive in
      let words = directive.split(separator: " ")
      return words.first == "sandbox" && !words.contains("allow-scripts")
    }
  }
}

extension ContentSecurityPolicy {
  /// Adds `'self'` to each source list that allows `origin`, with or without a scheme or a path.
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

/// A script that is inserted at the beginning of a service worker's script. The inserted listener runs first and
/// prevents the worker's own listeners from answering requests for documents.
///
/// Otherwise, documents from the worker's cache would have no page script or an outdated one.
enum ServiceWorkerGuard {
  static let script = Array(
    "self.addEventListener('fetch',(e)=>{if(e.request.mode==='navigate')e.stopImmediatePropagation()});\n".utf8)
}
