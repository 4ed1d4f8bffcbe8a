import HTTPTypes
import WebServer

/// One request for a remote snippet, and its response: what is changed in passing (docs/remote-snippets.md). Pure.
struct RemotePassage: Sendable {
  enum Kind: Sendable {
    /// A browser shows it as a page, in a tab or a frame.
    case document
    /// The script of a page's service worker.
    case serviceWorker
    case other
  }

  let kind: Kind
  let origins: RemoteOrigins
  let cookies: RemoteCookies
  let policies: RemotePolicies
  let tags: RemoteEntityTags
  /// This server's policy for its pages: who may frame them, and where they may lead.
  let ownPolicy: String
  /// The request's `Cookie`, whole.
  let requestCookies: String
  /// Whether a cookie is another snippet's.
  var isForeign: @Sendable (RemoteCookies.Pair) -> Bool = { _ in false }

  /// What the browser gets of a `Set-Cookie`; nil for nothing.
  func setting(_ value: String) -> RemoteCookies.Setting? {
    cookies.toBrowser(value) { name in
      RemoteCookies.pairs(of: requestCookies).contains { $0.name == name && !isForeign($0) }
    }
  }

  /// What becomes of a response's body.
  enum Content: Equatable {
    case same
    /// The bridge's tag is put into its head.
    case injected(charset: String?, isGzipped: Bool)
    /// ``ServiceWorkerGuard`` is put before it.
    case guarded(isGzipped: Bool)
    /// It cannot be changed, as it is compressed in a way that nobody has asked for.
    case refused(coding: String)
  }

  func content(of head: UpstreamResponseHead) -> Content {
    guard head.status >= 200, ![204, 205, 206, 304].contains(head.status) else { return .same }
    // Nobody sees what is in a redirect. Others may name a place too, as 201 does.
    if (300..<400).contains(head.status), head.fields.contains(.location) { return .same }
    let type = MediaTypeField(head.fields[.contentType] ?? "")
    let codings = head.contentCodings
    let isGzipped = codings == ["gzip"]
    switch kind {
    case .document where type.name == "text/html":
      guard codings.isEmpty || isGzipped else { return .refused(coding: codings.joined(separator: ", ")) }
      return .injected(charset: type.charset, isGzipped: isGzipped)
    case .serviceWorker where head.status == 200:
      guard codings.isEmpty || isGzipped else { return .refused(coding: codings.joined(separator: ", ")) }
      return .guarded(isGzipped: isGzipped)
    default: return .same
    }
  }
}

extension UpstreamResponseHead {
  /// How the body is compressed, in the order in which that was done; `x-gzip` is `gzip` (RFC 9110, section 8.4.1.3).
  var contentCodings: [String] {
    (fields[.contentEncoding] ?? "").lowercased().split(separator: ",").map { coding in
      String(coding.filter { $0 != " " && $0 != "\t" })
    }.filter { $0 != "identity" && !$0.isEmpty }.map { $0 == "x-gzip" ? "gzip" : $0 }
  }
}

/// A `Content-Type`: the media type and the charset, in lower case.
struct MediaTypeField: Equatable {
  let name: String
  let charset: String?

  init(_ value: String) {
    let parts = value.lowercased().split(separator: ";").map { part in
      part.trimming { $0 == " " || $0 == "\t" }
    }
    name = parts.first.map(String.init) ?? ""
    charset = parts.dropFirst().first { $0.hasPrefix("charset=") }
      .map { $0.dropFirst("charset=".count).trimming { $0 == "\"" || $0 == "'" } }.map(String.init)
  }
}

extension Substring {
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
    var text = drop(while: isTrimmed)
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
}
