import Foundation

/// The certificate stores of a user's browsers. Chromium has one per user, Firefox one per profile.
///
/// Both browsers accept a self-signed certificate that is marked as trusted. So no certificate authority is needed,
/// whose key could sign certificates for other servers. The certificate itself is not an authority, so its key cannot.
struct TrustStores {
  private static let nickname = "SnippetBridge development"
  /// Flags of `certutil`: `C`, which Firefox requires, and `P`, which Chromium requires.
  private static let trust = "CP,,"

  private let certutil: Executable
  private let home: URL

  init(environment: [String: String]) throws {
    guard let certutil = Executable("certutil", environment: environment) else {
      throw CommandError("The program certutil is missing. Install it: sudo apt install libnss3-tools")
    }
    self.certutil = certutil
    home = environment["HOME"].map { URL(filePath: $0) } ?? FileManager.default.homeDirectoryForCurrentUser
  }

  /// Adds a certificate to all stores. If a store does not accept it, tries the others and then throws the first error.
  /// - Returns: Sentences for the user that name the browsers.
  func add(_ certificateFile: String) throws -> String {
    let chromium = try chromiumStores()
    let firefox = firefoxProfiles()
    var failure: CommandError?
    for store in chromium + firefox {
      do { try add(certificateFile, to: store) } catch let error as CommandError { failure = failure ?? error }
    }
    if let failure { throw failure }
    return firefox.isEmpty
      ? "Chromium trusts it after a restart. Firefox has no profile: start Firefox once, and repeat this command."
      : "Chromium and Firefox trust it after a restart."
  }

  private func add(_ certificateFile: String, to store: URL) throws {
    let path = store.path(percentEncoded: false)
    let result = try certutil.run([
      "-A", "-d", "sql:\(path)", "-n", Self.nickname, "-t", Self.trust, "-i", certificateFile,
    ])
    guard result.status == 0 else {
      throw CommandError("certutil cannot add \(certificateFile) to \(path): \(result.lastLine)")
    }
  }

  /// Returns Chromium's stores. Creates `~/.pki/nssdb` if it is missing, because Chromium itself does not create it.
  private func chromiumStores() throws -> [URL] {
    let usual = home.appending(path: ".pki/nssdb")
    if !exists(usual, "cert9.db") {
      let path = usual.path(percentEncoded: false)
      do {
        try FileManager.default.createDirectory(
          at: usual, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch { throw CommandError("The folder \(path) cannot be created: \(error.localizedDescription)") }
      let result = try certutil.run(["-N", "--empty-password", "-d", "sql:\(path)"])
      guard result.status == 0 else { throw CommandError("certutil cannot create \(path): \(result.lastLine)") }
    }
    return [usual] + [home.appending(path: "snap/chromium/current/.pki/nssdb")].filter { exists($0, "cert9.db") }
  }

  /// Returns Firefox's profiles, also those of the packages from Snap and Flatpak.
  private func firefoxProfiles() -> [URL] {
    let folders = ["", "snap/firefox/common/", ".var/app/org.mozilla.firefox/"].map { $0 + ".mozilla/firefox" }
    return (folders + [".config/mozilla/firefox"]).flatMap { folder in
      let folder = home.appending(path: folder)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
      return names.sorted().map { folder.appending(path: $0) }.filter { exists($0, "cert9.db") }
    }
  }

  private func exists(_ folder: URL, _ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: name).path(percentEncoded: false))
  }
}
