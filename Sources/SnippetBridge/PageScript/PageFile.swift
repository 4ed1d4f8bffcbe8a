import Foundation
import SnippetBridgeWebServer

/// A script or style sheet that is built into a module.
package struct PageFile: Sendable {
  let file: BridgeFile
  package var bytes: [UInt8] { file.bytes }
  /// The path of the file. It contains a hash of the content, so browsers may cache the file forever.
  package let path: String
  /// The value for the HTML attribute `integrity`.
  package let integrity: String
  /// The value for `Content-Type`.
  package var type: String { file.type }

  package init(_ name: String, _ source: some Sequence<UInt8>, type: String, extension: String) {
    let isScript = type == "text/javascript"
    file = BridgeFile(isScript ? Array(PageFile.compact(source).utf8) : Array(source), type: type)
    path = "/_bridge/\(name)-\(file.hash).\(`extension`)"
    integrity = "sha256-" + Data(SHA256.digest(of: file.bytes)).base64EncodedString()
  }
}
