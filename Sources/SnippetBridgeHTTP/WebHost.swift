import Foundation

/// A host in the canonical form in which browsers compare hosts (WHATWG, URL Standard, 3.5).
package enum WebHost: Sendable, Hashable, CustomStringConvertible {
  /// A name in lower case and ASCII, without a trailing dot.
  case name(String)
  case ipv4(UInt32)
  /// The 16 bytes of an IPv6 address. An IPv4-mapped address is an `.ipv4` instead.
  case ipv6([UInt8])

  /// Creates a host from text. Returns nil if the text is not a host, or if it contains characters that browsers decode
  /// or treat as separators, such as `%` or a character that IDNA converts to a slash. A numeric IPv6 address may be in
  /// brackets.
  package init?(_ text: some StringProtocol) {
    if let address = WebHost.ipv6(text) {
      self = address
      return
    }
    guard var name = WebHost.ascii(String(text))?.lowercased() else { return nil }
    if name.hasSuffix(".") { name.removeLast() }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = labels.last, name.utf8.count <= 253, !labels.contains(where: \.isEmpty) else { return nil }
    // Browsers treat a name whose last label is a number as an IPv4 address, or reject it.
    guard WebHost.isNumber(last) else {
      self = .name(name)
      return
    }
    guard let address = WebHost.ipv4(labels) else { return nil }
    self = .ipv4(address)
  }

  /// The parent domain; nil for a name with a single label and for numeric addresses.
  package var parent: WebHost? {
    guard case .name(let name) = self, let dot = name.firstIndex(of: ".") else { return nil }
    return .name(String(name[name.index(after: dot)...]))
  }

  package func isSubdomain(of domain: WebHost) -> Bool {
    guard case .name(let name) = self, case .name(let domain) = domain else { return false }
    return name.utf8.count > domain.utf8.count && name.hasSuffix("." + domain)
  }

  /// Indicates whether the host names this machine: `localhost`, a name below it, or a loopback address.
  package var isLoopback: Bool {
    switch self {
    case .name(let name): name == "localhost" || name.hasSuffix(".localhost")
    case .ipv4(let address): address >> 24 == 127
    case .ipv6(let bytes): bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }
  }

  /// Indicates whether the host is a numeric address, which DNS cannot redirect to another machine.
  package var isNumeric: Bool {
    if case .name = self { false } else { true }
  }

  /// The host as browsers write it, with IPv6 addresses in brackets.
  package var description: String {
    switch self {
    case .name(let name): return name
    case .ipv4(let address):
      return [24, 16, 8, 0].map { "\(address >> $0 & 0xFF)" }.joined(separator: ".")
    case .ipv6(let bytes):
      var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
      guard bytes.withUnsafeBytes({ inet_ntop(AF_INET6, $0.baseAddress, &text, socklen_t(text.count)) }) != nil else {
        return "[]"
      }
      return "[\(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))]"
    }
  }

  /// The host in the form that resolvers and certificates use, with IPv6 addresses without brackets.
  package var serverName: String {
    if case .ipv6 = self { String(description.dropFirst().dropLast()) } else { description }
  }

  // MARK: Names

  /// Converts a name by IDNA (ICU's UTS 46, through Foundation), as browsers do. Returns nil if a character is not
  /// allowed in a host.
  private static func ascii(_ name: String) -> String? {
    let isPlain = name.utf8.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || $0.isDigit || $0 >= 0x80
        || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains($0)
    }
    guard isPlain, !name.isEmpty else { return nil }
    guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return name }
    guard let host = URL(string: "https://\(name)/")?.host(percentEncoded: false), host.utf8.allSatisfy({ $0 < 0x80 })
    else { return nil }
    // The result of the conversion must also be valid, because some characters are converted to a slash.
    return ascii(host)
  }

  // MARK: Numeric addresses

  private static func ipv6(_ text: some StringProtocol) -> WebHost? {
    guard text.contains(":") else { return nil }
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, isBracketed ? String(text.dropFirst().dropLast()) : String(text), &bytes) == 1 else {
      return nil
    }
    // For example, ::ffff:192.168.0.7 is the same machine as 192.168.0.7.
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    return isMapped ? .ipv4(bytes[12...].reduce(0) { $0 << 8 | UInt32($1) }) : .ipv6(bytes)
  }

  /// Returns the IPv4 address that the labels of a host represent. Browsers read `127.1`, `0x7f.1` and `2130706433` as
  /// 127.0.0.1.
  private static func ipv4(_ labels: [Substring]) -> UInt32? {
    var address = in_addr()
    // For browsers, `0x` without digits is 0. `inet_aton` rejects it.
    let text = labels.map { $0 == "0x" ? "0" : $0 }.joined(separator: ".")
    guard labels.allSatisfy(isNumber), inet_aton(text, &address) == 1 else { return nil }
    return UInt32(bigEndian: address.s_addr)
  }

  /// Returns whether a label consists of decimal or octal digits, or of hexadecimal digits after `0x`.
  private static func isNumber(_ label: Substring) -> Bool {
    label.hasPrefix("0x") ? label.dropFirst(2).allSatisfy(\.isHexDigit) : label.utf8.allSatisfy(\.isDigit)
  }
}
