import Foundation
import HTTPTypes
import WebServer

/// Who may talk to the server: documents it served itself, under a name that is its own. Pure.
struct TrustPolicy: Sendable {
  /// Besides localhost and numeric addresses: DNS rebinding needs a name.
  let names: Set<String>

  init(names: Set<String>) {
    self.names = Set(names.map { $0.lowercased() })
  }

  enum Refusal: Equatable {
    case missingHost
    case foreignHost(String)
    case foreignOrigin(String)

    var message: String {
      switch self {
      case .missingHost: "The request names no host."
      case .foreignHost(let host): "This server does not serve under the name \(host)."
      case .foreignOrigin(let origin): "Pages of \(origin) may not use this server."
      }
    }
  }

  /// Every request: nil when its Host is a name of this server.
  func refusesHost(of request: Request) -> Refusal? {
    guard let authority = request.authority, !authority.isEmpty else { return .missingHost }
    let host = TrustPolicy.host(in: authority)?.lowercased() ?? ""
    if host == "localhost" || host.hasSuffix(".localhost") || names.contains(host) || TrustPolicy.isNumeric(host) {
      return nil
    }
    return .foreignHost(authority)
  }

  /// Requests of the bridge's own: nil when a document of this server made it. A missing Origin and `null` are refused.
  func refusesOrigin(of request: Request) -> Refusal? {
    let origin = request.headers[.origin] ?? ""
    return origin.lowercased() == request.origin ? nil : .foreignOrigin(origin.isEmpty ? "no origin" : origin)
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

extension Request {
  /// The server's own, under the name it was asked by.
  var origin: String {
    "\(isSecure ? "https" : "http")://\(authority ?? "")".lowercased()
  }

  /// The Host header.
  var authority: String? {
    HTTPField.Name("Host").flatMap { headers[$0] }
  }
}
