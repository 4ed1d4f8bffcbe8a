import HTTPTypes
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// The changes to one request for a proxied site and to its response (docs/guides/proxied-sites.md). A value type
/// without side effects.
struct SitePassage: Sendable {
  enum Kind: Sendable {
    /// A page that a browser shows in a tab or an iframe.
    case document
    /// The script of a page's service worker.
    case serviceWorker
    case other
  }

  let kind: Kind
  let origins: SiteOrigins
  let cookies: SiteCookies
  let policies: SitePolicies
  let tags: SiteEntityTags
  /// The Content-Security-Policy that this server adds. It defines which pages may embed this page, and which addresses
  /// its iframes and forms may use.
  let ownPolicy: String
  /// The request's complete `Cookie` header.
  let requestCookies: String
  // These checks depend on the server's state, to which a passage has no access.

  /// Returns whether an origin is the one to which the request was sent.
  var isOwn: @Sendable (String) -> Bool = { _ in false }
  /// Returns whether a string is the server's token.
  var isToken: @Sendable (String) -> Bool = { _ in false }

  /// The change to make to a response's body.
  enum Content: Equatable {
    case same
    /// The bridge's script tags are inserted into the document's head.
    case injected(charset: String?, isGzipped: Bool)
    /// The script ``ServiceWorkerGuard`` is inserted before the body.
    case guarded(isGzipped: Bool)
    /// The body cannot be changed, because it is compressed with a coding other than gzip, although the server
    /// requested an uncompressed body.
    case refused(coding: String)
  }

  func content(of head: UpstreamResponseHead) -> Content {
    guard head.status >= 200, ![204, 205, 206, 304].contains(head.status) else { return .same }
    // Browsers do not show the body of a redirect, so leave this body unchanged. A `Location` header alone does not
    // make a redirect: a response with status 201 may have one too.
    if (300..<400).contains(head.status), head.fields.contains(.location) { return .same }
    let type = MediaTypeField(head.fields[.contentType] ?? "")
    let isChanged =
      switch kind {
      case .document: type.name == "text/html"
      case .serviceWorker: head.status == 200
      case .other: false
      }
    guard isChanged else { return .same }
    let codings = head.contentCodings
    let isGzipped = codings == ["gzip"]
    guard codings.isEmpty || isGzipped else { return .refused(coding: codings.joined(separator: ", ")) }
    return kind == .document
      ? .injected(charset: type.charset, isGzipped: isGzipped) : .guarded(isGzipped: isGzipped)
  }
}

extension UpstreamResponseHead {
  /// The content codings (compressions) of the body, in the order in which they were applied. `x-gzip` is returned as
  /// `gzip` (RFC 9110, section 8.4.1.3).
  var contentCodings: [String] {
    (fields[.contentEncoding] ?? "").lowercased().listElements
      .filter { $0 != "identity" && !$0.isEmpty }.map { $0 == "x-gzip" ? "gzip" : $0 }
  }
}

/// A parsed `Content-Type` header: the media type and the charset, both in lower case.
struct MediaTypeField: Equatable {
  let name: String
  let charset: String?

  init(_ value: String) {
    let parts = value.lowercased().split(separator: ";").map { $0.trimming { $0 == " " || $0 == "\t" } }
    name = parts.first.map(String.init) ?? ""
    charset = parts.dropFirst().first { $0.hasPrefix("charset=") }
      .map { String($0.dropFirst("charset=".count).trimming { $0 == "\"" || $0 == "'" }) }
  }
}

extension Substring {
  // Foundation's `trimmingCharacters(in:)` converts the text to UTF-16. This took 18,000 instructions per page.
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
    var text = drop(while: isTrimmed)
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
}
