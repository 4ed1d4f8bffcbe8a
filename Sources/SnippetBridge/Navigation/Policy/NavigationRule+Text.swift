/// The error for a string that is not a valid ``NavigationRule``.
public struct NavigationRuleError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A description that contains the invalid string, the reason, and examples of valid rules.
  public let description: String

  init(_ text: String, _ reason: String) {
    description = """
      "\(text)" is not a navigation rule: \(reason). Examples of rules: apple.com, *.apple.com, \
      https://shop.example:8443/checkout, 192.168.0.7, tel:
      """
  }
}

extension NavigationRule {
  /// Parses a rule. See the table at ``NavigationRule`` for the syntax.
  public init(_ text: String) throws(NavigationRuleError) {
    func refuse(_ reason: String) -> NavigationRuleError { NavigationRuleError(text, reason) }

    guard !text.isEmpty else { throw refuse("it is empty") }
    guard !text.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0 == "\\" }) else {
      throw refuse("it contains a space or a backslash")
    }
    guard !text.unicodeScalars.contains(where: { $0 == "?" || $0 == "#" }) else {
      throw refuse("a rule cannot have a query or a fragment")
    }

    if text.hasSuffix(":"), let scheme = Self.scheme(text.dropLast()) {
      guard !["about", "blob", "javascript"].contains(scheme) else {
        throw refuse("rules do not apply to the scheme \(scheme)")
      }
      self.init(scheme: scheme, host: nil, port: nil, path: [])
      return
    }

    var scheme: String?
    var rest = text[...]
    if let mark = text.firstRange(of: "://") {
      scheme = text[..<mark.lowerBound].lowercased()
      guard scheme == "https" || scheme == "http" else {
        throw refuse("a rule for a scheme other than https and http consists of the scheme, as in tel:")
      }
      rest = text[mark.upperBound...]
    }
    let authority = rest.prefix { $0 != "/" }
    guard !authority.contains("@") else { throw refuse("addresses with a user name are always denied") }
    guard authority.contains("[") == authority.contains("]") else {
      throw refuse("a numeric IPv6 address must be between [ and ]")
    }
    let (name, port) = Self.split(authority)
    let number = port.flatMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
    guard port == nil || (1...65535).contains(number ?? 0) else { throw refuse("the port must be from 1 to 65535") }
    guard scheme != nil || !["http", "https"].contains(name.lowercased()) else {
      throw refuse("the scheme \(name) must be followed by a colon")
    }
    guard let host = HostPattern(name, reach: scheme == nil ? .withSubdomains : .exact) else {
      throw refuse(name.contains("*") ? "* must be first and followed by a dot" : "it has no host")
    }
    guard let path = PathReadings.segments(ofRule: rest[authority.endIndex...]) else {
      throw refuse("its path contains .. or an escaped slash")
    }
    self.init(scheme: scheme, host: host, port: number, path: path)
  }

  /// Returns the scheme in lower case, or `nil` if the text is not a scheme. A text with a dot is treated as a host.
  private static func scheme(_ text: Substring) -> String? {
    guard let first = text.utf8.first, (0x61...0x7A).contains(first | 0x20),
      text.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) || "0123456789+-".utf8.contains($0) })
    else { return nil }
    return text.lowercased()
  }

  /// Returns the host, and the text after the colon that follows it. A numeric IPv6 address is in brackets.
  private static func split(_ authority: Substring) -> (host: Substring, port: Substring?) {
    let afterBrackets = authority.lastIndex(of: "]") ?? authority.startIndex
    guard let colon = authority[afterBrackets...].firstIndex(of: ":") else { return (authority, nil) }
    return (authority[..<colon], authority[authority.index(after: colon)...])
  }
}
