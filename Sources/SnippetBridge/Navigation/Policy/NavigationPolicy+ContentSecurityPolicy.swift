import SnippetBridgeHTTP

extension NavigationPolicy {
  /// What browsers enforce of a policy by themselves.
  ///
  /// W3C, Content Security Policy Level 3.
  enum Directive: String, Sendable {
    /// What the document's frames may show.
    case frames = "frame-src"
    /// Where its forms may go, in main frames and others.
    case forms = "form-action"
  }

  /// In bytes. A header that proxies do not take would be worse than none.
  static let longestDirective = 4096

  /// All that browsers can enforce of it, as a policy; nil where that is nothing.
  func directives(own origins: Set<String>) -> String? {
    guard !allowsEverything else { return nil }
    let texts = [Directive.frames, .forms].compactMap { text(of: $0, own: origins) }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }

  /// The directive's text: `frame-src 'self' https://apple.com https://*.apple.com`. It never forbids what the policy
  /// allows, and does not know what the policy denies: that is not a thing directives can say. `own` are origins of the
  /// server besides the document's.
  ///
  /// Nil where everything is allowed that is not denied, where a numeric address is (browsers are to match none of
  /// them but 127.0.0.1), and where the text would be too long.
  func text(of directive: Directive, own origins: Set<String> = []) -> String? {
    let lists = directive == .frames ? [frames.allow] : [main.allow, frames.allow]
    let rules = [origins.sorted().map { try? NavigationRule($0) }] + lists.map { $0?.map(Optional.some) ?? [nil] }
    var sources = ["'self'"]
    for rule in rules.joined() {
      guard let texts = rule?.sources else { return nil }
      sources += texts.filter { !sources.contains($0) }
    }
    // Those of its own, which 'self' does not mean. Of other origins' blobs there are none here.
    if directive == .frames { sources.append("blob:") }
    let text = ([directive.rawValue] + sources).joined(separator: " ")
    return text.utf8.count <= Self.longestDirective ? text : nil
  }
}

extension NavigationRule {
  /// What it allows, as sources of a Content-Security-Policy; nil when there is no way to say it.
  fileprivate var sources: [String]? {
    guard let host else { return ["\(scheme ?? "https"):"] }
    if case .ipv4(0x7F00_0001) = host.host {} else { guard case .name = host.host else { return nil } }
    // A name that browsers would not take for one in a directive.
    guard !host.host.description.contains("_") else { return nil }
    let patterns =
      switch host.reach {
      case .exact: [host.host.description]
      case .subdomains: ["*.\(host.host)"]
      case .withSubdomains: [host.host.description, "*.\(host.host)"]
      }
    // A path without a slash at its end means itself alone there, and one with it what is below.
    let paths = path.isEmpty ? [""] : [escapedPath, escapedPath + "/"]
    let authorities = patterns.map { "\(scheme ?? "https")://\($0)\(port.map { ":\($0)" } ?? "")" }
    return authorities.flatMap { authority in paths.map { authority + $0 } }
  }
}
