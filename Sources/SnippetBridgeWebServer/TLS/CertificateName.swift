import SnippetBridgePlatform

/// A host name or an IP address that a certificate covers.
package struct CertificateName: Hashable {
  /// The host name in lowercase letters, or the address in its shortest form, such as `::1`.
  let text: String
  package let isAddress: Bool

  /// Creates a name. Returns `nil` if the text is neither an IP address nor a host name. OpenSSL would read a comma or
  /// a line break in a name as the beginning of another name.
  package init?(_ text: String) {
    if let address = Self.address(text, AF_INET) ?? Self.address(text, AF_INET6) {
      self.text = address
      isAddress = true
      return
    }
    guard text.utf8.count <= 253 else { return nil }
    let isHost = text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      label.wholeMatch(of: /[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?/) != nil
    }
    guard isHost else { return nil }
    self.text = text.lowercased()
    isAddress = false
  }

  /// The entry of the name in the configuration of the extension `subjectAltName`.
  var entry: String { (isAddress ? "IP:" : "DNS:") + text }

  private static func address(_ text: String, _ family: CInt) -> String? {
    var address = in6_addr()
    var shortest = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_pton(family, text, &address) == 1,
      inet_ntop(family, &address, &shortest, socklen_t(shortest.count)) != nil
    else { return nil }
    return String(decoding: shortest.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
