import Logging
import SnippetBridgePlatform
import SnippetBridgeWebServer

/// The files that contain secrets: the token file, and the private keys of all listeners' certificates.
enum SecretFiles {
  /// Logs a warning for each secret file that other users of the machine can read.
  static func warn(of configuration: BridgeConfiguration) {
    let keys = Set(configuration.places.map(\.tls).compactMap(keyFile)).sorted()
    let tokens = [configuration.token?.path].compactMap(\.self)
    for (what, path) in tokens.map({ ("token", $0) }) + keys.map({ ("key", $0) }) where canBeRead(path) {
      configuration.logger.warning(
        "other users of this machine can read the \(what): run chmod 600", metadata: ["file": "\(path)"])
    }
  }

  private static func keyFile(of tls: BridgeConfiguration.TLS) -> String? {
    switch tls {
    case .off: nil
    case .selfSigned(let folder): SelfSignedCertificate.files(in: folder).keyFile
    case .files(_, let key): key
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
