import Foundation
import WebServer

/// A file that the server has in itself, below `/_bridge/`.
struct BridgeFile: Sendable {
  let bytes: [UInt8]
  /// The value of `Content-Type`.
  let type: String
  /// Changes with the bytes.
  let etag: EntityTag

  /// 16 hexadecimal digits; changes with the bytes.
  var hash: Substring { etag.description.dropFirst().prefix(16) }

  init(_ bytes: [UInt8], type: String) {
    self.bytes = bytes
    self.type = "\(type); charset=utf-8"
    etag = EntityTag(of: bytes)
  }
}
