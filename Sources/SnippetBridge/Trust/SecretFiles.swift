import Platform
import Logging
import WebServer

/// The files that hold secrets: the token, and the certificate's key.
enum SecretFiles {
  /// Says which of them others on this machine can read.
  static func warn(of configuration: BridgeConfiguration) {
    let key: String? =
      switch configuration.tls {
      case .off: nil
      case .selfSigned(let folder): SelfSignedCertificate.files(in: folder).keyFile
      case .files(_, let key): key
      }
    for (what, path) in [("token", configuration.token?.path), ("key", key)] {
      guard let path, canBeRead(path) else { continue }
      configuration.logger.warning(
        "others on this machine can read the \(what): chmod 600", metadata: ["file": "\(path)"])
    }
  }

  /// A file of another owner that a group may read: that may be how this process can read it.
  private static func canBeRead(_ path: String) -> Bool {
    var info = stat()
    guard stat(path, &info) == 0 else { return false }
    return info.st_mode & S_IROTH != 0 || info.st_mode & S_IRGRP != 0 && info.st_uid == geteuid()
  }
}
