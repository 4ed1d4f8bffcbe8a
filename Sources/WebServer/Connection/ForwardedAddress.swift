import HTTPTypes

/// Whose request a trusted proxy has passed on. Pure.
enum ForwardedAddress {
  /// The last address in `X-Forwarded-For` that is not a trusted proxy's: anybody could have written what stands before
  /// it. Nil when the proxy says nothing.
  static func find(in fields: ReceivedFields, trusting proxies: [AddressRange]) -> String? {
    guard let name else { return nil }
    let hops = fields[values: name].flatMap(\.listElements).map(numericHost)
    for hop in hops.reversed() {
      // Not an address: nobody knows what stands before it.
      guard let hop else { return nil }
      if !proxies.contains(where: { $0.contains(hop) }) { return hop }
    }
    return hops.first ?? nil
  }

  // Made once: to make one, its text is looked through.
  private static let name = HTTPField.Name("X-Forwarded-For")

  /// Without the port that some proxies add.
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
