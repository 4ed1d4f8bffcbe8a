/// A strong validator of a served file (RFC 9110, section 8.8.3).
package struct EntityTag: Equatable, Sendable, CustomStringConvertible {
  /// The tag with its quotes.
  package let description: String

  /// Creates the tag of a file.
  /// - Parameter variant: A hash of the text that was inserted into the file, so that a new page script changes the
  ///   tag; `nil` if nothing was inserted.
  init(of identity: FileIdentity, variant: UInt64?) {
    var parts = [identity.inode, UInt64(bitPattern: identity.size), UInt64(bitPattern: identity.modified)]
    if let variant { parts.append(variant) }
    description = "\"" + parts.map { String($0, radix: 36) }.joined(separator: "-") + "\""
  }

  /// Creates the tag of these bytes.
  package init(of bytes: [UInt8]) {
    description = "\"" + SHA256.hexDigits(of: bytes, count: 16) + "\""
  }

  /// Returns whether a header lists this tag or is `*`. `If-None-Match` needs `weak: true`: a tag that the header marks
  /// as weak (`W/`) can then match too. `If-Match` needs `weak: false`: weak tags then never match.
  package func isListed(in header: String, weak: Bool) -> Bool {
    var rest = Substring(header)
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
      if rest.isEmpty { return false }
      if rest.first == "*" { return true }
      let isWeak = rest.hasPrefix("W/")
      if isWeak { rest = rest.dropFirst(2) }
      guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { return false }
      if rest[...end] == description, weak || !isWeak { return true }
      rest = rest[rest.index(after: end)...]
    }
  }

  /// Returns the 64-bit FNV-1a hash of a tag. Unlike the hash values of `Hashable`, it is the same in every process.
  static func variant(of tag: [UInt8]) -> UInt64 {
    tag.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
