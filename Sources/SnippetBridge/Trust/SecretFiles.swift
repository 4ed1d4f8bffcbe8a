import Logging
import SnippetBridgePlatform
import SnippetBridgeWebServer

/// The files that contain secrets: the token file, and the private key of the main listener's certificate.
enum SecretFiles {
  /// Logs a warning for each secret file that other users of the machine can read.
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
        "other users of this machine can read the \(what): run chmod 600", metadata: ["file": "\(path)"])
    }
  }

  /// Returns whether other users can read a file.
  ///
  /// If the file has another owner, group access does not count, because this process itself may have access only as a
  /// member of that group.
  private static func canBeRead(_ path: String) -> Bool {
    var info = stat()
    guard stat(path, &info) == 0 else { return false }
    return info.st_mode & S_IROTH != 0 || info.st_mode & S_IRGRP != 0 && info.st_uid == geteuid()
  }
}
