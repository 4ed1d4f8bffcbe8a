import Foundation
import WebServer

/// The script that gives a page its bridge; it travels inside the library.
struct Shim: Sendable {
  let source = PackageResources.bridge_js
  /// Changes with the source: an address that holds it can be cached for ever.
  let path: String
  /// What goes first into a document's head. `integrity` lets it load under a nonce- or hash-based policy.
  let tag: [UInt8]
  let etag: String

  init() {
    let digest = SHA256.digest(of: source)
    let hash = digest.prefix(8).map { String(format: "%02x", $0) }.joined()
    path = "/_bridge/bridge-\(hash).js"
    etag = "\"\(hash)\""
    let integrity = Data(digest).base64EncodedString()
    tag = Array("<script src=\"\(path)\" integrity=\"sha256-\(integrity)\"></script>".utf8)
  }
}
