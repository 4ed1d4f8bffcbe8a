/// A parsed Content-Security-Policy from a program or a proxied site, to which the sources for the page script can be
/// added. A value type without side effects.
///
/// See W3C, Content Security Policy Level 3.
struct ContentSecurityPolicy: Sendable, Equatable {
  private struct Directive: Sendable, Equatable {
    let name: String
    var sources: [Substring]

    init(name: String, sources: [Substring]) {
      self.name = name
      self.sources = sources.filter { $0.lowercased() != "'none'" }
    }

    func has(_ source: String) -> Bool { sources.contains { $0.lowercased() == source } }

    /// Whether the directive contains a nonce or a hash, which disables `'unsafe-inline'`.
    var hasProofs: Bool { sources.contains { $0.hasPrefix("'nonce-") || $0.hasPrefix("'sha") } }

    var text: String {
      ([name[...]] + (sources.isEmpty && name.hasSuffix("-src") ? ["'none'"] : sources)).joined(separator: " ")
    }
  }

  private var directives: [Directive] = []

  /// Parses a policy. Returns `nil` unless the text is a single policy that a header can contain: printable ASCII
  /// without a comma.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != UInt8(ascii: ",") }) else { return nil }
    for part in text.split(separator: ";") {
      let words = part.split(separator: " ")
      // If a directive occurs twice, browsers use the first one.
      guard let name = words.first?.lowercased(), !directives.contains(where: { $0.name == name }) else { continue }
      directives.append(Directive(name: name, sources: Array(words.dropFirst())))
    }
  }

  /// The names of the directives.
  var names: [String] { directives.map(\.name) }

  mutating func remove(_ names: [String]) { directives.removeAll { names.contains($0.name) } }

  /// Calls `change` with the sources of each directive.
  mutating func changeAll(_ change: (inout [Substring]) -> Void) {
    for index in directives.indices { change(&directives[index].sources) }
  }

  /// The policy in the form of a header value.
  var text: String { directives.map(\.text).joined(separator: "; ") }

  /// Returns a copy of the policy that allows the page script's files to load, to connect to the server and, if
  /// `worker` is `true`, to start their worker.
  /// - Parameter hashes: The sources for the scripts: `'sha256-…'`.
  func admitting(_ hashes: [String], worker: Bool = false) -> ContentSecurityPolicy {
    var policy = self
    policy.change(["script-src-elem", "script-src", "default-src"], "script-src") { scripts in
      let allowsOwn = scripts.has("'self'") || scripts.has("*")
      if scripts.has("'strict-dynamic'") || !allowsOwn && (scripts.hasProofs || !scripts.has("'unsafe-inline'")) {
        scripts.sources += hashes.map { $0[...] }
      } else if !allowsOwn {
        // Add `'self'` and not a hash, because a hash would disable `'unsafe-inline'` for the page's own scripts.
        scripts.sources.append("'self'")
      }
    }
    policy.change(["connect-src", "default-src"], "connect-src") { connections in
      if !connections.has("'self'"), !connections.has("*") { connections.sources.append("'self'") }
    }
    guard worker else { return policy }
    policy.change(["worker-src", "child-src", "script-src", "default-src"], "worker-src") { workers in
      // With `'strict-dynamic'`, the worker is allowed too, because the trusted page script starts it.
      guard !workers.has("'self'"), !workers.has("*"), !workers.has("'strict-dynamic'") else { return }
      workers.sources = workers.sources.filter { !$0.hasPrefix("'") } + ["'self'"]
    }
    return policy
  }

  /// Applies `change` to the first directive in `names` that the policy contains. If that directive also applies to
  /// other kinds of resources, as `default-src` does, the directive stays unchanged. A changed copy with the name `own`
  /// is added instead.
  private mutating func change(_ names: [String], _ own: String, _ change: (inout Directive) -> Void) {
    guard let index = names.compactMap({ name in directives.firstIndex { $0.name == name } }).first else { return }
    let governsMore = !directives[index].name.hasPrefix(own)
    var changed = governsMore ? Directive(name: own, sources: directives[index].sources) : directives[index]
    let before = changed
    change(&changed)
    guard changed != before else { return }
    if governsMore { directives.append(changed) } else { directives[index] = changed }
  }
}

extension ContentSecurityPolicy {
  /// The directives that browsers support (https://w3c.github.io/webappsec-csp/ and the specifications that extend it).
  private static let known: Set<String> = [
    "base-uri", "block-all-mixed-content", "child-src", "connect-src", "default-src", "fenced-frame-src", "font-src",
    "form-action", "frame-ancestors", "frame-src", "img-src", "manifest-src", "media-src", "navigate-to", "object-src",
    "plugin-types", "prefetch-src", "report-to", "report-uri", "require-sri-for", "require-trusted-types-for",
    "sandbox", "script-src", "script-src-attr", "script-src-elem", "style-src", "style-src-attr", "style-src-elem",
    "trusted-types", "upgrade-insecure-requests", "webrtc", "worker-src",
  ]

  /// The names of directives that browsers do not support and therefore ignore.
  var unknownNames: [String] { names.filter { !Self.known.contains($0) } }

  /// Parses a program's own policy. Throws if the text is not a policy, or if browsers support none of its directives.
  static func checked(_ text: String) throws(BridgeServerError) -> ContentSecurityPolicy {
    guard let policy = ContentSecurityPolicy(text) else {
      throw BridgeServerError(
        "\"\(text)\" is not a Content-Security-Policy. Use printable ASCII characters and no comma.")
    }
    guard policy.unknownNames.count < policy.names.count else {
      throw BridgeServerError(
        """
        "\(text)" is not a Content-Security-Policy: browsers know none of its directives. Write for example \
        "default-src 'self'; img-src *", or omit the policy.
        """)
    }
    return policy
  }
}
