import HTTPTypes

/// A namespace for a pure function that finds the client's address in a request that a trusted proxy has forwarded.
enum ForwardedAddress {
  /// Returns the last address in `X-Forwarded-For` that does not belong to a trusted proxy, or the first address if all
  /// belong to trusted proxies. Earlier entries are not trusted, because any client can write them. Returns `nil` if
  /// the field is missing, or if an entry that must be examined is not an address.
  static func find(in fields: ReceivedFields, trusting proxies: [AddressRange]) -> String? {
    guard let name else { return nil }
    let hops = fields[values: name].flatMap(\.listElements).map(numericHost)
    for hop in hops.reversed() {
      // The entry is not an address, so the entries before it cannot be trusted.
      guard let hop else { return nil }
      if !proxies.contains(where: { $0.contains(hop) }) { return hop }
    }
    return hops.first ?? nil
  }

  // The name is created once, because creating a name validates its text.
  private static let name = HTTPField.Name("X-Forwarded-For")

  /// Returns the address without the port that some proxies add, or `nil` if it is not a numeric address.
  private static func numericHost(_ text: String) -> String? {
    let host: Substring
    if text.hasPrefix("[") {
      host = text.dropFirst().prefix { $0 != "]" }
    } else if text.split(separator: ":", omittingEmptySubsequences: false).count == 2 {
      host = text.prefix { $0 != ":" }
    } else {
      host = text[...]
    }
    return AddressBlock(numericHost: String(host)) == nil ? nil : String(host)
  }
}
