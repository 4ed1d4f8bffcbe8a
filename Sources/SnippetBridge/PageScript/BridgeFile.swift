import Foundation
import SnippetBridgeWebServer

/// A file below `/_bridge/` that is built into the server.
struct BridgeFile: Sendable {
  let bytes: [UInt8]
  /// The value of `Content-Type`.
  let type: String
  /// The entity tag, derived from the bytes.
  let etag: EntityTag

  /// The hash of the bytes: 16 hexadecimal digits.
  var hash: Substring { etag.description.dropFirst().prefix(16) }

  init(_ bytes: [UInt8], type: String) {
    self.bytes = bytes
    self.type = "\(type); charset=utf-8"
    etag = EntityTag(of: bytes)
  }
}
