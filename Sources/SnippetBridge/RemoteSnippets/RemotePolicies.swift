import SnippetBridgeHTTP

/// The Content-Security-Policies of a remote document, with what the bridge needs. Pure.
struct RemotePolicies: Sendable {
  /// What the injected scripts are named by: `'sha256-…'`.
  let sources: [String]
  /// The shim may start its worker.
  let hasWorker: Bool
  let origins: RemoteOrigins

  /// A header's value, which may hold several policies; nil when nothing is left of it.
  func amended(_ value: String) -> String? {
    let policies = value.split(separator: ",").compactMap { text -> String? in
      guard var policy = ContentSecurityPolicy(String(text)) else { return String(text) }
      // Who may frame it, this server says in a policy of its own. Over plain http the page could load nothing.
      policy.remove(["frame-ancestors"])
      if !origins.own.isSecure { policy.remove(["upgrade-insecure-requests", "block-all-mixed-content"]) }
      // Here the target is 'self'.
      policy.allowSelf(beside: origins.target)
      policy = policy.admitting(sources, worker: hasWorker)
      return policy.text.isEmpty ? nil : policy.text
    }
    return policies.isEmpty ? nil : policies.joined(separator: ", ")
  }

  /// Whether a policy stops all scripts, the bridge's too.
  static func isSandboxed(_ value: String) -> Bool {
    value.lowercased().split(whereSeparator: { $0 == "," || $0 == ";" }).contains { directive in
      let words = directive.split(separator: " ")
      return words.first == "sandbox" && !words.contains("allow-scripts")
    }
  }
}

extension ContentSecurityPolicy {
  /// Allows `'self'` wherever this origin is allowed, with its scheme or without, whatever path follows.
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
