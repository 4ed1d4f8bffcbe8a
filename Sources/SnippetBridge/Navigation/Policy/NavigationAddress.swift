import Foundation
import SnippetBridgeHTTP

/// What a policy sees of a url.
enum NavigationAddress: Sendable, Hashable {
  /// `about:blank`.
  case blank
  /// `about:srcdoc`: the text is in the document around it.
  case embedded
  case web(WebAddress)
  /// The scheme, in lower case.
  case other(String)

  /// Why a url cannot be judged by rules: a sentence.
  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  init(_ url: URL) throws(Malformed) {
    let url = url.absoluteURL
    guard let scheme = url.scheme?.lowercased() else { throw Malformed(description: "The address is not absolute.") }
    switch scheme {
    case "https", "http":
      self = .web(try WebAddress(url, scheme: scheme))
    case "blob":
      guard let inner = URL(string: String(url.absoluteString.dropFirst(5))), let scheme = inner.scheme?.lowercased(),
        scheme == "https" || scheme == "http"
      else {
        self = .other(scheme)
        return
      }
      self = .web(try WebAddress(inner, scheme: scheme).withoutPath)
    case "about" where url.path() == "blank":
      self = .blank
    case "about" where url.path() == "srcdoc":
      self = .embedded
    default:
      self = .other(String(scheme.prefix(32)))
    }
  }
}

/// An address by https or http, in one spelling.
struct WebAddress: Sendable, Hashable {
  let scheme: String
  let host: WebHost
  let port: Int
  let path: PathReadings

  init(_ url: URL, scheme: String) throws(NavigationAddress.Malformed) {
    // Not `host()`: it escapes what is not ASCII, which this one turns into ASCII by IDNA.
    guard let text = url.host(percentEncoded: false), !text.isEmpty else {
      throw .init(description: "An \(scheme) address that names no host is denied.")
    }
    guard let host = WebHost(text) else {
      throw .init(description: "An address whose host is malformed is denied.")
    }
    guard url.user() == nil, url.password() == nil else {
      throw .init(description: "An address with a user's name in it is denied: its host is \(host).")
    }
    self.host = host
    self.scheme = scheme
    port = url.port ?? (scheme == "https" ? 443 : 80)
    path = PathReadings(url.path())
  }

  private init(_ address: WebAddress, path: PathReadings) {
    (scheme, host, port, self.path) = (address.scheme, address.host, address.port, path)
  }

  /// Of which nothing is known of the path.
  var withoutPath: WebAddress { WebAddress(self, path: PathReadings("")) }

  var usualPort: Int { scheme == "https" ? 443 : 80 }

  /// As browsers write it.
  var origin: String { "\(scheme)://\(host)\(port == usualPort ? "" : ":\(port)")" }

  /// Short, and printable ASCII.
  var description: String { origin + path.beginning }
}
