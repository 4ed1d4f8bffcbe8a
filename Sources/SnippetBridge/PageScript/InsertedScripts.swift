import Foundation
import SnippetBridgeWebServer

/// The bridge's scripts, for a page that another module generates.
package struct InsertedScripts: Sendable {
  /// The script tags. They must be first in the page's `<head>`.
  package let tags: String
  /// The sources for a Content-Security-Policy: `'sha256-…'`.
  package let sources: [String]
}

/// A script or a style sheet that is built into a module.
package struct PageFile: Sendable {
  package let bytes: [UInt8]
  /// The path of the file. It contains the hash of the content, so browsers may cache the file forever.
  package let path: String
  /// The value of the attribute `integrity`.
  package let integrity: String
  /// The media type.
  package let type: String

  package init(_ name: String, _ source: some Sequence<UInt8>, type: String, extension: String) {
    let isScript = type == "text/javascript"
    let text = isScript ? PageScriptPart.compact(source) : String(decoding: Array(source), as: UTF8.self)
    bytes = Array(text.utf8)
    path = "/_bridge/\(name)-\(BridgeFile(bytes, type: type).hash).\(`extension`)"
    integrity = "sha256-" + Data(SHA256.digest(of: bytes)).base64EncodedString()
    self.type = type
  }
}
