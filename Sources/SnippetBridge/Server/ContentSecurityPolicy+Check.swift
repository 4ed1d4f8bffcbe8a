extension ContentSecurityPolicy {
  /// Those that browsers know (https://w3c.github.io/webappsec-csp/ and the specifications that extend it).
  private static let known: Set<String> = [
    "base-uri", "block-all-mixed-content", "child-src", "connect-src", "default-src", "fenced-frame-src", "font-src",
    "form-action", "frame-ancestors", "frame-src", "img-src", "manifest-src", "media-src", "navigate-to", "object-src",
    "plugin-types", "prefetch-src", "report-to", "report-uri", "require-sri-for", "require-trusted-types-for",
    "sandbox", "script-src", "script-src-attr", "script-src-elem", "style-src", "style-src-attr", "style-src-elem",
    "trusted-types", "upgrade-insecure-requests", "webrtc", "worker-src",
  ]

  /// Browsers pass over directives that they do not know.
  var unknownNames: [String] { names.filter { !Self.known.contains($0) } }

  /// A program's own. Throws for what no browser takes for a policy.
  static func checked(_ text: String) throws(BridgeServerError) -> ContentSecurityPolicy {
    guard let policy = ContentSecurityPolicy(text) else {
      throw BridgeServerError("\"\(text)\" is not one Content-Security-Policy: printable ASCII, without a comma.")
    }
    guard policy.unknownNames.count < policy.names.count else {
      throw BridgeServerError(
        """
        "\(text)" is no Content-Security-Policy: no browser knows a directive in it. "default-src 'self'; img-src *" \
        would be one; for none, leave it out.
        """)
    }
    return policy
  }
}
