import Foundation
import HTTPTypes
import WebServer

/// Which requests are trusted: those of documents that this server has served, under one of its own names.
struct TrustPolicy: Sendable {
  /// Besides localhost and numeric addresses: DNS rebinding needs a name.
  let names: Set<String>
  /// The origins under which proxies serve this server: `https://kiosk.example`, in lower case.
  let origins: Set<String>
  /// Those of pages of other servers that load the shim themselves.
  private let pageOrigins: Set<String>
  private let known = KnownAuthorities()

  init(names: Set<String>) {
    self.names = Set(names.map { $0.lowercased() })
    (origins, pageOrigins) = ([], [])
  }

  /// Throws for a text that is no origin or no name. The names of `origins` become the server's, those of `pageOrigins`
  /// do not.
  init(names: Set<String>, origins: Set<String>, pageOrigins: Set<String> = []) throws(BridgeServerError) {
    for name in names { try TrustPolicy.check(name: name) }
    var names = Set(names.map { $0.lowercased() })
    self.origins = Set(origins.map { $0.lowercased() })
    self.pageOrigins = Set(pageOrigins.map { $0.lowercased() })
    for origin in self.origins { names.insert(try TrustPolicy.host(ofOrigin: origin)) }
    for origin in self.pageOrigins { _ = try TrustPolicy.host(ofOrigin: origin) }
    self.names = names
  }

  /// Throws for a text that no browser has as a name in `Host`.
  static func check(name: String) throws(BridgeServerError) {
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard !isName || name.isEmpty, !isNumeric(name) else { return }
    // Of an address, its host; as browsers write it.
    let host = URL(string: name.contains("://") ? name : "http://\(name)")?.host() ?? ""
    let advice = host.isEmpty || host == name ? "kiosk.example would be one" : "write \(host)"
    throw BridgeServerError("\"\(name)\" is no host name, without scheme, port and path: \(advice).")
  }

  /// Throws for a text that is no origin, as browsers write them.
  private static func host(ofOrigin origin: String) throws(BridgeServerError) -> String {
    let schemes = ["https://", "http://"]
    guard let scheme = schemes.first(where: origin.hasPrefix),
      !origin.dropFirst(scheme.count).contains(where: { "/?#@ ".contains($0) }),
      let host = host(in: String(origin.dropFirst(scheme.count))), !host.isEmpty
    else {
      throw BridgeServerError(
        "\"\(origin)\" is no origin: https://kiosk.example would be one, with a port after it if it is not the usual one."
      )
    }
    if origin.hasSuffix(":") || origin.hasSuffix(scheme == "https://" ? ":443" : ":80") {
      throw BridgeServerError(
        "\"\(origin)\" is no origin that a browser names: it leaves the usual port out. Write it without \":\" and port."
      )
    }
    return String(host)
  }

  /// Refuses origins whose pages could not use this server: a browser keeps its cookies only for pages of the same
  /// scheme and name. `schemes` are those that the server itself is reached by.
  func checkPageOrigins(schemes: Set<String>) throws(BridgeServerError) {
    for origin in pageOrigins {
      let host = try TrustPolicy.host(ofOrigin: origin)
      let name = KnownAuthorities.Name(text: host.contains(":") ? "[\(host)]" : host, isSecure: false)
      let hasScheme = schemes.contains { origin.hasPrefix("\($0)://") }
      guard authority(name).refusal == nil, hasScheme || origins.contains(where: { origin.hasPrefix($0 + ":") }) else {
        throw BridgeServerError(
          """
          Pages of "\(origin)" cannot use this server: browsers keep its cookie only for pages of the same scheme and \
          host name; only the port may differ. This server has \(schemes.sorted().joined(separator: " and ")), and the \
          names \((["localhost", "numeric addresses"] + names.sorted()).joined(separator: ", ")).
          """)
      }
    }
  }

  enum Refusal: Equatable {
    case missingHost
    case foreignHost(String)
    case foreignOrigin(String)
    /// A page of one of the page origins has reached the server by another name than its own.
    case otherName(origin: String, authority: String)

    var message: String {
      switch self {
      case .missingHost: "The request names no host."
      case .foreignHost(let host):
        """
        This server does not serve under the name \(host). If the name is the server's own, add it by --name or \
        BridgeConfiguration.names.
        """
      case .foreignOrigin(let origin): "Pages of \(origin) may not use this server."
      case .otherName(let origin, let authority):
        "Pages of \(origin) must load the shim by their own host name, not from \(authority): cookies need one name."
      }
    }
  }

  /// For every request: why its Host is refused. Nil when it is a name of this server.
  func hostRefusal(of request: ServerRequest) -> Refusal? { authority(of: request).refusal }

  /// For the bridge's own requests: why their Origin is refused. Nil when it is the server's own, or one that it was
  /// told of. A missing Origin and `null` are refused.
  func originRefusal(of request: ServerRequest) -> Refusal? {
    let origin = request.headers[.origin] ?? ""
    if isOwn(origin: origin, for: request) { return nil }
    if isPage(origin: origin) {
      let authority = request.authority ?? ""
      let host = TrustPolicy.host(in: authority.lowercased())
      return (try? TrustPolicy.host(ofOrigin: origin.lowercased())) == host.map(String.init)
        ? nil : .otherName(origin: origin, authority: authority)
    }
    return .foreignOrigin(origin.isEmpty ? "no origin" : origin)
  }

  /// Whether this origin is the one under which the server was asked, or one that it was told of.
  func isOwn(origin: String, for request: ServerRequest) -> Bool {
    let origin = origin.lowercased()
    return origin == self.origin(of: request) || origins.contains(origin)
  }

  /// Whether pages of this origin, of another server, load the shim themselves.
  func isPage(origin: String) -> Bool { pageOrigins.contains(origin.lowercased()) }

  /// Whether it is one of the server's own, or that of another listener under the same name. Pages of other listeners
  /// may frame these pages and post forms to them, and no more.
  func isKnown(origin: String, for request: ServerRequest) -> Bool {
    isOwn(origin: origin, for: request) || isOfAnotherListener(origin.lowercased(), request)
  }

  private func isOfAnotherListener(_ origin: String, _ request: ServerRequest) -> Bool {
    guard request.listeners.count > 1, let host = request.authority.flatMap({ TrustPolicy.host(in: $0.lowercased()) })
    else { return false }
    let name = host.contains(":") ? "[\(host)]" : String(host)
    return request.listeners.contains { listener in
      guard listener.hasOwnPages else { return false }
      let scheme = listener.isSecure ? "https" : "http"
      let isUsual = listener.port == (listener.isSecure ? 443 : 80)
      return origin == "\(scheme)://\(name):\(listener.port)" || isUsual && origin == "\(scheme)://\(name)"
    }
  }

  /// As the browser sees it: a proxy may have ended TLS on the way here.
  func origin(of request: ServerRequest) -> String { authority(of: request).origin }

  /// Whether the browser has come by https.
  func isSecure(_ request: ServerRequest) -> Bool {
    authority(of: request).isSecure || comesThroughProxy(request)
  }

  /// Whether browsers count what they get for it as potentially trustworthy: https, and what comes from this machine
  /// (W3C, Secure Contexts, 3.1).
  func isTrustworthy(_ request: ServerRequest) -> Bool {
    let authority = authority(of: request)
    return authority.isSecure || authority.isLocal || comesThroughProxy(request)
  }

  private func comesThroughProxy(_ request: ServerRequest) -> Bool {
    guard !origins.isEmpty, let named = request.headers[.origin]?.lowercased() else { return false }
    return named.hasPrefix("https:") && origins.contains(named)
  }

  private func authority(of request: ServerRequest) -> Authority {
    let name = KnownAuthorities.Name(text: request.authority ?? "", isSecure: request.isSecure)
    if let known = known[name] { return known }
    let authority = authority(name)
    known.remember(authority, for: name)
    return authority
  }

  private func authority(_ name: KnownAuthorities.Name) -> Authority {
    let text = name.text.lowercased()
    let host = TrustPolicy.host(in: text).map(String.init)
    let proxied = "https://\(text)"
    let origin = origins.contains(proxied) ? proxied : "\(name.isSecure ? "https" : "http")://\(text)"
    let isLoopback = host == "localhost" || host?.hasSuffix(".localhost") == true
    let isNumeric = TrustPolicy.isNumeric(host ?? "")
    return Authority(
      refusal: text.isEmpty
        ? .missingHost
        : isLoopback || isNumeric || names.contains(host ?? "") ? nil : .foreignHost(name.text),
      origin: origin, isSecure: origin.hasPrefix("https:"),
      isLocal: isLoopback || host == "::1" || isNumeric && host?.hasPrefix("127.") == true)
  }

  /// Without the port and a numeric address's brackets; nil when it is no host.
  private static func host(in authority: String) -> Substring? {
    let host: Substring
    let rest: Substring
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      host = authority[authority.index(after: authority.startIndex)..<end]
      rest = authority[authority.index(after: end)...]
    } else {
      host = authority.prefix { $0 != ":" }
      rest = authority[host.endIndex...]
    }
    let isPort = rest.isEmpty || rest.first == ":" && rest.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    return isPort ? host : nil
  }

  private static func isNumeric(_ host: String) -> Bool {
    var storage = in6_addr()
    return inet_pton(AF_INET, host, &storage) == 1 || inet_pton(AF_INET6, host, &storage) == 1
  }
}

extension ServerRequest {
  /// The server's own, under the name it was asked by.
  var origin: String {
    "\(isSecure ? "https" : "http")://\(authority ?? "")".lowercased()
  }

  func header(_ name: HTTPField.Name?) -> String? {
    name.flatMap { headers[$0] }
  }
}

extension HTTPField.Name {
  // Made once: to make one, its text is looked through.
  static let fetchMode = HTTPField.Name("Sec-Fetch-Mode")
  static let fetchDestination = HTTPField.Name("Sec-Fetch-Dest")
  static let upgradeInsecureRequests = HTTPField.Name("Upgrade-Insecure-Requests")
  static let purpose = HTTPField.Name("Sec-Purpose")
  static let fetchSite = HTTPField.Name("Sec-Fetch-Site")
}
