import DSBridgeText

/// The cookies in requests, as far as the web server deals with them itself.
package enum ServerCookies {
  /// The maximum number of cookies that one response expires.
  private static let maximumEndings = 60

  /// Returns whether `name` is the name of one of the server's own cookies.
  package static func isOwn(_ name: some StringProtocol) -> Bool {
    name.hasPrefix("bridge-") || name.hasPrefix("__Host-bridge-")
  }

  /// Returns whether browsers accept a cookie with this name only if it is `Secure` (RFC 6265bis, section 4.1.3).
  package static func needsSecure(_ name: some StringProtocol) -> Bool {
    ["__host-", "__secure-"].contains { name.lowercased().hasPrefix($0) }
  }

  /// The maximum size of the value of one of the server's own cookies, in bytes.
  private static let largestOwnValue = 256

  /// Returns `Set-Cookie` headers that delete the cookies in a head that is too large, except the server's own ones.
  ///
  /// Browsers send the cookies of all programs on a host to each of its ports. If these cookies exceed the limit, the
  /// user could not open a page until they expire. Returns no headers if the head is too large for another reason, or
  /// if a page of another origin has caused the request: such a page must not delete cookies of other programs.
  /// - Parameter head: The bytes of the head that have arrived.
  static func endings(in head: Span<UInt8>) -> [String] {
    var names: [String] = []
    var size = 0
    let lines = String(peer: head.withUnsafeBufferPointer { Array($0) }).split(whereSeparator: \.isNewline)
    for line in lines {
      if line.lowercased().hasPrefix("sec-fetch-site:") {
        guard ["same-origin", "none"].contains(line.dropFirst(15).filter { $0 != " " }) else { return [] }
      }
      guard line.prefix(7).lowercased() == "cookie:" else { continue }
      size += line.utf8.count
      for pair in line.dropFirst(7).split(separator: ";") {
        let name = pair.prefix { $0 != "=" }.filter { $0 != " " }
        let isToken = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ",") }
        let isOwn = isOwn(name) && pair.utf8.count <= name.utf8.count + largestOwnValue
        guard !name.isEmpty, isToken, !isOwn, !names.contains(name), names.count < maximumEndings else { continue }
        names.append(name)
      }
    }
    guard size > head.count / 2 else { return [] }
    let paths = paths(of: lines.first?.split(separator: " ").dropFirst().first ?? "/")
    return names.flatMap { name in paths.flatMap { endings(of: name, at: $0) } }
  }

  /// Returns the paths of cookies that browsers send with a request for `target`.
  private static func paths(of target: Substring) -> [String] {
    var paths = ["/"]
    var path = ""
    for name in target.prefix(while: { $0 != "?" && $0 != ";" }).split(separator: "/").prefix(3) {
      path += "/\(name)"
      paths += [path, path + "/"]
    }
    return paths
  }

  /// Returns the headers that delete a cookie, wherever the browser has stored it: for the host, or for the site of the
  /// tab in whose iframe the request was made.
  private static func endings(of name: String, at path: String) -> [String] {
    let ending = "\(name)=; Max-Age=0; Path=\(path)"
    return [ending + (needsSecure(name) ? "; Secure" : ""), ending + "; SameSite=None; Secure; Partitioned"]
  }
}
