import Foundation
import WebServer

/// The bridge's scripts, for a page that another module writes.
package struct PageScripts: Sendable {
  /// They stand first in its head.
  package let tags: String
  /// As a policy names them: `'sha256-…'`.
  package let sources: [String]
}

/// A script or a style sheet that a module has in itself.
package struct PageFile: Sendable {
  package let bytes: [UInt8]
  /// Has the hash of its contents, so browsers may keep it for ever.
  package let path: String
  /// For the attribute `integrity`.
  package let integrity: String
  /// Its media type.
  package let type: String

  package init(_ name: String, _ source: some Sequence<UInt8>, type: String, extension: String) {
    let text = type == "text/javascript" ? ShimScript.compact(source) : String(decoding: Array(source), as: UTF8.self)
    bytes = Array(text.utf8)
    path = "/_bridge/\(name)-\(BridgeFile(bytes, type: type).hash).\(`extension`)"
    integrity = "sha256-" + Data(SHA256.digest(of: bytes)).base64EncodedString()
    self.type = type
  }
}
