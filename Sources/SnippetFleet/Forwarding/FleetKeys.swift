import SnippetBridgeWebServer

/// The secrets with which the processes of a fleet sign what others must not forge: the text with which a browser's
/// cookie names a server, the addresses at which servers have joined, and the addresses of browsers whose requests are
/// forwarded. A value type without side effects.
struct FleetKeys: Sendable, Equatable {
  /// The secrets. The first one signs; the signatures of all are accepted.
  let secrets: [String]

  /// The content of a browser's cookie.
  struct Mark: Equatable {
    /// The node that holds the browser's web views.
    var node: String
    /// The id of the browser's session at that node, which shows that a web view was one of this browser.
    var browser: String
  }

  /// Returns the cookie's value: `<node>.<browser>.<signature>`.
  func text(of mark: Mark) -> String {
    let text = "\(mark.node).\(mark.browser)"
    return "\(text).\(signature(of: "server \(text)"))"
  }

  /// Returns the content of a cookie's value, or nil if the signature is wrong.
  func mark(_ text: String) -> Mark? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[0].utf8.count == 16, parts[1].utf8.count == 32,
      isSigned("server \(parts[0]).\(parts[1])", by: parts[2])
    else { return nil }
    return Mark(node: parts[0], browser: parts[1])
  }

  /// Returns the signature of the address at which a session's server has joined.
  func signature(of address: String, session: String) -> String { signature(of: "address \(session) \(address)") }

  func isSigned(_ address: String, session: String, by signature: String) -> Bool {
    isSigned("address \(session) \(address)", by: signature)
  }

  /// Returns the signature of the address of a browser whose request is forwarded to a node.
  func signature(ofPeer peer: String, to node: String) -> String { signature(of: "peer \(node) \(peer)") }

  func isSigned(peer: String, to node: String, by signature: String) -> Bool {
    isSigned("peer \(node) \(peer)", by: signature)
  }

  private func isSigned(_ text: String, by signature: String) -> Bool {
    secrets.contains { secret in
      guard let right = Self.signature(of: text, secret) else { return false }
      return ConstantTime.areEqual(Array(signature.utf8), right)
    }
  }

  private func signature(of text: String) -> String {
    String(decoding: Self.signature(of: text, secrets.first ?? "") ?? [], as: UTF8.self)
  }

  private static func signature(of text: String, _ secret: String) -> [UInt8]? {
    HMAC.code(for: Array(text.utf8), key: Array(secret.utf8))?.prefix(16).hexadecimalDigits
  }
}

extension Collection<UInt8> {
  /// The bytes as hexadecimal digits in ASCII, two for each byte.
  var hexadecimalDigits: [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }
}
