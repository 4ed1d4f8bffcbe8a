import SnippetBridgeHTTP

extension NavigationPolicy {
  /// The Content-Security-Policy directives by which browsers enforce a policy themselves.
  ///
  /// W3C, Content Security Policy Level 3.
  enum Directive: String, Sendable {
    /// The sources from which the document's iframes may load.
    case iframes = "frame-src"
    /// The targets of the document's forms, in the main frame and in iframes.
    case forms = "form-action"
  }

  /// The maximum size of a directive, in bytes. Proxies may reject a response with a longer header.
  static let longestDirective = 4096

  /// Returns a Content-Security-Policy with the part of this policy that browsers can enforce, or `nil` if they can
  /// enforce no part.
  func directives(own origins: Set<String>) -> String? {
    guard !allowsEverything else { return nil }
    let texts = [Directive.iframes, .forms].compactMap { text(of: $0, own: origins) }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }

  /// Returns the text of a directive: `frame-src 'self' https://apple.com https://*.apple.com`.
  ///
  /// The directive never forbids what the policy allows. It ignores denied addresses, because directives can only
  /// allow.
  ///
  /// Returns `nil` if every address is allowed that is not denied, or if the text would be too long. Also returns
  /// `nil` if a numeric address is allowed, because browsers match no numeric address but 127.0.0.1.
  /// - Parameter origins: The origins of the server besides the document's own.
  func text(of directive: Directive, own origins: Set<String> = []) -> String? {
    let lists = directive == .iframes ? [iframes.allow] : [main.allow, iframes.allow]
    let rules = [origins.sorted().map { try? NavigationRule($0) }] + lists.map { $0?.map(Optional.some) ?? [nil] }
    var sources = ["'self'"]
    for rule in rules.joined() {
      guard let texts = rule?.sources else { return nil }
      sources += texts.filter { !sources.contains($0) }
    }
    // Allows the document's own blobs, which 'self' does not cover. Blobs of other origins cannot be loaded in the
    // document.
    if directive == .iframes { sources.append("blob:") }
    let text = ([directive.rawValue] + sources).joined(separator: " ")
    return text.utf8.count <= Self.longestDirective ? text : nil
  }
}

extension NavigationRule {
  /// The rule as sources of a Content-Security-Policy, or `nil` if it cannot be expressed.
  fileprivate var sources: [String]? {
    guard let host else { return ["\(scheme ?? "https"):"] }
    if case .ipv4(0x7F00_0001) = host.host {} else { guard case .name = host.host else { return nil } }
    // Browsers do not accept a host name with an underscore in a directive.
    guard !host.host.description.contains("_") else { return nil }
    let patterns =
      switch host.reach {
      case .exact: [host.host.description]
      case .subdomains: ["*.\(host.host)"]
      case .withSubdomains: [host.host.description, "*.\(host.host)"]
      }
    // In a directive, a path without a trailing slash matches only itself; one with a trailing slash matches the
    // paths below.
    let paths = path.isEmpty ? [""] : [escapedPath, escapedPath + "/"]
    let authorities = patterns.map { "\(scheme ?? "https")://\($0)\(port.map { ":\($0)" } ?? "")" }
    return authorities.flatMap { authority in paths.map { authority + $0 } }
  }
}
