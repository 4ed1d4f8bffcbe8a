/// A program's own policy for its documents, and what the shim needs added to it. Pure.
///
/// W3C, Content Security Policy Level 3.
struct ContentSecurityPolicy: Sendable, Equatable {
  private struct Directive: Sendable, Equatable {
    let name: String
    var sources: [Substring]

    init(name: String, sources: [Substring]) {
      self.name = name
      self.sources = sources.filter { $0.lowercased() != "'none'" }
    }

    func has(_ source: String) -> Bool { sources.contains { $0.lowercased() == source } }

    /// A nonce or a hash: then `'unsafe-inline'` means nothing.
    var hasProofs: Bool { sources.contains { $0.hasPrefix("'nonce-") || $0.hasPrefix("'sha") } }

    var text: String {
      ([name[...]] + (sources.isEmpty && name.hasSuffix("-src") ? ["'none'"] : sources)).joined(separator: " ")
    }
  }

  private var directives: [Directive] = []

  /// Nil unless it is one policy that a header can hold: printable ASCII without a comma.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != UInt8(ascii: ",") }) else { return nil }
    for part in text.split(separator: ";") {
      let words = part.split(separator: " ")
      // Of a name that comes twice, the first counts.
      guard let name = words.first?.lowercased(), self[name] == nil else { continue }
      directives.append(Directive(name: name, sources: Array(words.dropFirst())))
    }
  }

  /// Of its directives.
  var names: [String] { directives.map(\.name) }

  private subscript(name: String) -> Directive? {
    directives.first { $0.name == name }
  }

  mutating func remove(_ names: [String]) { directives.removeAll { names.contains($0.name) } }

  /// Changes the sources of each directive.
  mutating func changeAll(_ change: (inout [Substring]) -> Void) {
    for index in directives.indices { change(&directives[index].sources) }
  }

  /// The header's value.
  var text: String { directives.map(\.text).joined(separator: "; ") }

  /// With what lets the shim's scripts load, by sources of their own (`'sha256-…'`), reach the server, and start its
  /// worker.
  func admitting(_ shim: [String], worker: Bool = false) -> ContentSecurityPolicy {
    var policy = self
    policy.change(["script-src-elem", "script-src", "default-src"], "script-src") { scripts in
      let allowsOwn = scripts.has("'self'") || scripts.has("*")
      if scripts.has("'strict-dynamic'") || !allowsOwn && (scripts.hasProofs || !scripts.has("'unsafe-inline'")) {
        scripts.sources += shim.map { $0[...] }
      } else if !allowsOwn {
        // A hash would take `'unsafe-inline'` from the page's own scripts.
        scripts.sources.append("'self'")
      }
    }
    policy.change(["connect-src", "default-src"], "connect-src") { connections in
      if !connections.has("'self'"), !connections.has("*") { connections.sources.append("'self'") }
    }
    guard worker else { return policy }
    policy.change(["worker-src", "child-src", "script-src", "default-src"], "worker-src") { workers in
      // The shim is a script that `'strict-dynamic'` trusts with more.
      guard !workers.has("'self'"), !workers.has("*"), !workers.has("'strict-dynamic'") else { return }
      workers.sources = workers.sources.filter { !$0.hasPrefix("'") } + ["'self'"]
    }
    return policy
  }

  /// Changes the first of these directives that is there; one that governs more stays as it is, and the change gets a
  /// directive of its own.
  private mutating func change(_ names: [String], _ own: String, _ change: (inout Directive) -> Void) {
    guard let governing = names.compactMap({ self[$0] }).first else { return }
    let governsMore = !governing.name.hasPrefix(own)
    var changed = governsMore ? Directive(name: own, sources: governing.sources) : governing
    let before = changed
    change(&changed)
    guard changed != before else { return }
    if governsMore {
      directives.append(changed)
    } else if let index = directives.firstIndex(of: governing) {
      directives[index] = changed
    }
  }
}
