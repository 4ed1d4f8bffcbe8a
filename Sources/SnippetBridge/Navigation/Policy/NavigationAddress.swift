import Foundation
import SnippetBridgeHTTP

/// A URL in the normalized form that the rules of a navigation policy apply to.
struct NavigationAddress: Sendable, CustomStringConvertible {
  /// The scheme in lower case. For a `blob:` URL with an origin, the origin's scheme.
  let scheme: String
  /// The http or https address, or `nil` for an address without a host.
  let web: PolicyAddress?

  /// The reason why rules cannot be applied to a URL, as a sentence.
  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  /// Creates the address of a URL. Returns `nil` for documents that load nothing: `about:blank` and, in an iframe,
  /// `about:srcdoc`.
  init?(_ url: URL, in frame: NavigationFrame) throws(Malformed) {
    let url = url.absoluteURL
    guard let scheme = url.scheme?.lowercased() else { throw Malformed(description: "The address is not absolute.") }
    let inner = scheme == "blob" ? URL(string: String(url.absoluteString.dropFirst(5))) : url
    if scheme == "about", url.path() == "blank" || url.path() == "srcdoc" && frame == .sub { return nil }
    if let inner, ["https", "http"].contains(inner.scheme?.lowercased()) {
      web = try PolicyAddress(inner, hasPath: scheme != "blob")
    } else {
      web = nil
    }
    self.scheme = web?.origin.scheme ?? String(scheme.prefix(32))
  }

  var description: String { web?.description ?? "\(scheme):" }
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
