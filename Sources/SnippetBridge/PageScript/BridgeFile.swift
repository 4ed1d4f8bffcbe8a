import Foundation
import SnippetBridgeWebServer

/// A file with a path below `/_bridge/`, which is built into the server.
struct BridgeFile: Sendable {
  let bytes: [UInt8]
  /// The value for `Content-Type`.
  let type: String
  /// The entity tag, which is derived from the bytes.
  let etag: EntityTag

  /// A hash of the bytes, as 16 hexadecimal digits.
  var hash: Substring { etag.description.dropFirst().prefix(16) }

  init(_ bytes: [UInt8], type: String) {
    self.bytes = bytes
    self.type = "\(type); charset=utf-8"
    etag = EntityTag(of: bytes)
  }
}
