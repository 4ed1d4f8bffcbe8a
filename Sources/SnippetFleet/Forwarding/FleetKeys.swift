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

  /// A text that is signed. Each kind begins with another word, so that a signature has one purpose.
  struct Claim {
    fileprivate let text: String

    /// The address at which a session's server has joined.
    static func address(_ address: String, session: String) -> Claim { Claim(text: "address \(session) \(address)") }

    /// The address of a browser whose request is forwarded to a node.
    static func peer(_ peer: String, to node: String) -> Claim { Claim(text: "peer \(node) \(peer)") }
  }

  /// Returns the cookie's value: `<node>.<browser>.<signature>`.
  func text(of mark: Mark) -> String {
    let text = "\(mark.node).\(mark.browser)"
    return "\(text).\(signature(of: Claim(text: "server \(text)")))"
  }

  /// Returns the content of a cookie's value, or nil if the signature is wrong.
  func mark(_ text: String) -> Mark? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[0].utf8.count == 16, parts[1].utf8.count == 32,
      isSigned(Claim(text: "server \(parts[0]).\(parts[1])"), by: parts[2])
    else { return nil }
    return Mark(node: parts[0], browser: parts[1])
  }

  func isSigned(_ claim: Claim, by signature: String) -> Bool {
    secrets.contains { secret in
      guard let right = Self.signature(of: claim, secret) else { return false }
      return ConstantTime.areEqual(Array(signature.utf8), right)
    }
  }

  func signature(of claim: Claim) -> String {
    String(decoding: Self.signature(of: claim, secrets.first ?? "") ?? [], as: UTF8.self)
  }

  private static func signature(of claim: Claim, _ secret: String) -> [UInt8]? {
    HMAC.code(for: Array(claim.text.utf8), key: Array(secret.utf8))?.prefix(16).hexadecimalDigits
  }
}

extension Collection<UInt8> {
  /// The bytes as hexadecimal digits in ASCII, two for each byte.
  var hexadecimalDigits: [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }
}
