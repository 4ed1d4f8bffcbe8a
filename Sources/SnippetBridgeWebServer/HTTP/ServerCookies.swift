import DSBridgeText

/// The cookies in requests, as far as the web server deals with them itself.
package enum ServerCookies {
  /// The maximum number of cookies that one response expires. Browsers store at most 180 cookies per host.
  private static let maximumEndings = 180

  /// Returns whether `name` is the name of one of the server's own cookies.
  package static func isOwn(_ name: some StringProtocol) -> Bool {
    name.hasPrefix("bridge-") || name.hasPrefix("__Host-bridge-")
  }

  /// Returns whether browsers accept a cookie with this name only if it is `Secure` (RFC 6265bis, section 4.1.3).
  package static func needsSecure(_ name: some StringProtocol) -> Bool {
    ["__host-", "__secure-"].contains { name.lowercased().hasPrefix($0) }
  }

  /// Returns `Set-Cookie` headers that delete the cookies in a head that is too large, except the server's own ones.
  ///
  /// Browsers send the cookies of all programs on a host to each of its ports. If these cookies exceed the limit, the
  /// user could not open a page until they expire.
  /// - Parameter head: The bytes of the head that have arrived.
  static func endings(in head: Span<UInt8>) -> [String] {
    var names: [String] = []
    for line in String(peer: head.withUnsafeBufferPointer { Array($0) }).split(whereSeparator: \.isNewline) {
      guard line.prefix(7).lowercased() == "cookie:" else { continue }
      for pair in line.dropFirst(7).split(separator: ";") {
        let name = pair.prefix { $0 != "=" }.filter { $0 != " " }
        let isToken = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ",") }
        guard !name.isEmpty, isToken, !isOwn(name), !names.contains(name) else { continue }
        names.append(name)
        if names.count == maximumEndings { return names.flatMap(endings) }
      }
    }
    return names.flatMap(endings)
  }

  /// Returns the headers that delete a cookie, wherever the browser has stored it: for the host, or for the site of the
  /// tab in whose iframe the request was made.
  private static func endings(of name: String) -> [String] {
    let ending = "\(name)=; Max-Age=0; Path=/"
    return [ending + (needsSecure(name) ? "; Secure" : ""), ending + "; SameSite=None; Secure; Partitioned"]
  }
}
