import SnippetBridgeHTTP

extension NavigationPolicy {
  /// The Content-Security-Policy directives with which browsers can enforce a navigation policy.
  ///
  /// See W3C, Content Security Policy Level 3.
  enum Directive: String, Sendable {
    /// The addresses from which the document's iframes may load.
    case iframes = "frame-src"
    /// The addresses to which the document's forms may be submitted, in the main frame and in iframes.
    case forms = "form-action"
  }

  /// The maximum size of a directive, in bytes. Proxies may reject a response with a longer header.
  static let longestDirective = 4096

  /// Returns a Content-Security-Policy with the part of this policy that browsers can enforce, or `nil` if there is no
  /// such part.
  func directives(own origins: Set<String>) -> String? {
    guard !allowsEverything else { return nil }
    let texts = [Directive.iframes, .forms].compactMap { text(of: $0, own: origins) }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }

  /// Returns the text of a directive, such as `frame-src 'self' https://apple.com https://*.apple.com`.
  ///
  /// The directive never blocks an address that the policy allows. It may allow an address that the policy denies,
  /// because a directive cannot express exceptions.
  ///
  /// Returns `nil` if the policy has no list of allowed addresses, if the text would be too long, or if one of the
  /// allowed addresses cannot be expressed in a directive. An example is a numeric address other than 127.0.0.1,
  /// because browsers never match such an address.
  /// - Parameter origins: The server's origins other than the document's own.
  func text(of directive: Directive, own origins: Set<String> = []) -> String? {
    let lists = directive == .iframes ? [iframes.allow] : [main.allow, iframes.allow]
    let rules = [origins.sorted().map { try? NavigationRule($0) }] + lists.map { $0?.map(Optional.some) ?? [nil] }
    var sources = ["'self'"]
    for rule in rules.joined() {
      guard let texts = rule?.sources else { return nil }
      sources += texts.filter { !sources.contains($0) }
    }
    // 'self' does not include the document's own blobs, so allow all blobs. This is safe, because a document cannot
    // load blobs of other origins.
    if directive == .iframes { sources.append("blob:") }
    let text = ([directive.rawValue] + sources).joined(separator: " ")
    return text.utf8.count <= Self.longestDirective ? text : nil
  }
}

extension NavigationRule {
  /// The rule as Content-Security-Policy sources, or `nil` if it cannot be expressed in this way.
  fileprivate var sources: [String]? {
    guard let host else { return ["\(scheme ?? "https"):"] }
    // Browsers reject host names with an underscore in a directive.
    guard !host.host.isNumeric || host.host == .ipv4(0x7F00_0001), !host.host.description.contains("_") else {
      return nil
    }
    let patterns =
      switch host.reach {
      case .exact: [host.host.description]
      case .subdomains: ["*.\(host.host)"]
      case .withSubdomains: [host.host.description, "*.\(host.host)"]
      }
    // In a directive, a path without a trailing slash matches only that path. A path with a trailing slash matches all
    // paths below it.
    let paths = path.isEmpty ? [""] : [escapedPath, escapedPath + "/"]
    let authorities = patterns.map { "\(scheme ?? "https")://\($0)\(port.map { ":\($0)" } ?? "")" }
    return authorities.flatMap { authority in paths.map { authority + $0 } }
  }
}
