import Foundation
import SnippetBridgeHTTP

/// A URL in the normalized form that the rules of a navigation policy apply to.
enum NavigationAddress: Sendable, Hashable {
  /// The address `about:blank`.
  case blank
  /// The address `about:srcdoc`, which is the document of an iframe with the attribute `srcdoc`.
  case embedded
  case web(PolicyAddress)
  /// An address with another scheme. The value is the scheme in lower case.
  case other(String)

  /// The reason why rules cannot be applied to a URL, as a sentence.
  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  init(_ url: URL) throws(Malformed) {
    let url = url.absoluteURL
    guard let scheme = url.scheme?.lowercased() else { throw Malformed(description: "The address is not absolute.") }
    switch scheme {
    case "https", "http":
      self = .web(try PolicyAddress(url))
    case "blob":
      guard let inner = URL(string: String(url.absoluteString.dropFirst(5))), let scheme = inner.scheme?.lowercased(),
        scheme == "https" || scheme == "http"
      else {
        self = .other(scheme)
        return
      }
      self = .web(try PolicyAddress(inner).withoutPath)
    case "about" where url.path() == "blank":
      self = .blank
    case "about" where url.path() == "srcdoc":
      self = .embedded
    default:
      self = .other(String(scheme.prefix(32)))
    }
  }
}

/// An http or https address in normalized form.
struct PolicyAddress: Sendable, Hashable {
  let origin: WebOrigin
  let path: PathReadings

  init(_ url: URL) throws(NavigationAddress.Malformed) {
    guard url.host(percentEncoded: false)?.isEmpty == false else {
      throw .init(description: "Addresses of the scheme \(url.scheme ?? "") without a host are denied.")
    }
    guard let origin = WebOrigin(of: url) else {
      throw .init(description: "Addresses with a malformed host are denied.")
    }
    guard url.user() == nil, url.password() == nil else {
      throw .init(description: "Addresses with a user name are denied. The host of this one is \(origin.host).")
    }
    self.init(origin, PathReadings(url.path()))
  }

  private init(_ origin: WebOrigin, _ path: PathReadings) {
    (self.origin, self.path) = (origin, path)
  }

  /// The same address, but with an unknown path.
  var withoutPath: PolicyAddress { PolicyAddress(origin, PathReadings("")) }

  /// A short description of the address in printable ASCII.
  var description: String { origin.description + path.beginning }
}
