import Foundation
import SnippetBridgeHTTP

/// A URL in the normalized form that the rules of a navigation policy apply to.
enum NavigationAddress: Sendable, CustomStringConvertible {
  /// The address of a document that loads nothing: `about:blank` and, in an iframe, `about:srcdoc`.
  case empty
  case web(PolicyAddress)
  /// An address without a host. The value is the scheme in lower case.
  case other(String)

  /// The reason why rules cannot be applied to a URL, as a sentence.
  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  init(_ url: URL, in frame: NavigationFrame) throws(Malformed) {
    let url = url.absoluteURL
    guard let scheme = url.scheme?.lowercased() else { throw Malformed(description: "The address is not absolute.") }
    switch scheme {
    case "https", "http":
      self = .web(try PolicyAddress(url))
    case "blob":
      let inner = URL(string: String(url.absoluteString.dropFirst(5)))
      guard let inner, ["https", "http"].contains(inner.scheme?.lowercased()) else {
        self = .other(scheme)
        return
      }
      self = .web(try PolicyAddress(inner, hasPath: false))
    case "about" where url.path() == "blank" || url.path() == "srcdoc" && frame == .sub:
      self = .empty
    default:
      self = .other(String(scheme.prefix(32)))
    }
  }

  var description: String {
    switch self {
    case .empty: "about:"
    case .web(let address): address.description
    case .other(let scheme): "\(scheme):"
    }
  }
}

/// An http or https address in normalized form.
struct PolicyAddress: Sendable {
  let origin: WebOrigin
  let path: PathReadings

  /// Creates the address of a URL.
  /// - Parameter hasPath: `false` if the path is unknown.
  init(_ url: URL, hasPath: Bool = true) throws(NavigationAddress.Malformed) {
    guard url.host(percentEncoded: false)?.isEmpty == false else {
      throw .init(description: "Addresses of the scheme \(url.scheme ?? "") without a host are denied.")
    }
    guard let origin = WebOrigin(of: url) else {
      throw .init(description: "Addresses with a malformed host are denied.")
    }
    guard url.user() == nil, url.password() == nil else {
      throw .init(description: "Addresses with a user name are denied. The host of this one is \(origin.host).")
    }
    self.origin = origin
    path = PathReadings(hasPath ? url.path() : "")
  }

  /// A short description of the address in printable ASCII.
  var description: String { origin.description + path.beginning }
}
