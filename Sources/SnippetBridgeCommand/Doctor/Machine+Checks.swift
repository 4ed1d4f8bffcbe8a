import Foundation
import SnippetBridgeWebServer

/// The checks. Each returns one result, except that of a path configuration.
extension Machine {
  func compiler() throws -> Check {
    let install = "install Swift 6.3 or newer, https://www.swift.org/install"
    guard let result = try run("swift", ["--version"]) else {
      return Check("compiler", "swift is not in PATH", repair: install)
    }
    guard let version = result.output.firstMatch(of: /Swift version (\d+)\.(\d+)[0-9.]*/),
      let major = Int(version.1), let minor = Int(version.2)
    else { return Check("compiler", "swift --version says \(result.lastLine)", repair: install) }
    return Check("compiler", "\(version.0)", repair: (major, minor) >= (6, 3) ? nil : install)
  }

  func libraries() throws -> Check {
    guard has("pkg-config") else {
      return Check("libraries", "pkg-config is missing", repair: "sudo apt install pkg-config")
    }
    let packages = [("libwebsockets", "libwebsockets-dev"), ("openssl", "libssl-dev"), ("zlib", "zlib1g-dev")]
    var missing = try packages.filter { try run("pkg-config", ["--exists", $0.0])?.status != 0 }.map(\.1)
    // pkg-config has no description of the following two packages.
    if !exists("/usr/include/ev.h"), !exists("/usr/local/include/ev.h") { missing.append("libev-dev") }
    let plugins = ["/usr/lib", "/usr/lib/*", "/usr/lib64", "/usr/local/lib"]
    if !plugins.contains(where: { exists("\($0)/libwebsockets-evlib_ev*") }) {
      missing.append("libwebsockets-evlib-ev")
    }
    let hiredis = exists("/usr/include/hiredis/hiredis.h") ? ", hiredis" : "; SnippetFleet also needs libhiredis-dev"
    return missing.isEmpty
      ? Check("libraries", "libwebsockets with libev, OpenSSL, zlib\(hiredis)")
      : Check(
        "libraries", "missing: \(missing.joined(separator: ", "))",
        repair: "sudo apt install \(missing.joined(separator: " "))")
  }

  func browsers() -> Check {
    let names = ["chromium", "google-chrome", "firefox", "firefox-esr", "epiphany"].filter(has)
    let all = names + (exists("/usr/lib/*/webkit2gtk-4.1/MiniBrowser") ? ["MiniBrowser"] : [])
    return all.isEmpty
      ? Check("browsers", "none is in PATH", repair: "sudo apt install chromium")
      : Check("browsers", all.joined(separator: ", "))
  }

  func port(_ number: Int) -> Check {
    guard let obstacle = obstacle(number) else { return Check("port", "\(number) is free") }
    return Check("port", obstacle, repair: "ss -ltnp 'sport = :\(number)'")
  }

  func certificate(in folder: String) -> Check {
    let files = SelfSignedCertificate.files(in: folder)
    guard exists(files.certificateFile) || exists(files.keyFile) else {
      return Check("certificate", "\(folder) has none, which the option --tls creates")
    }
    let renew = "snippet-bridge certificate" + (folder == "certs" ? "" : " --folder \(folder)")
    do {
      let certificate = try files.validate(at: now)
      let days = (certificate.end - now) / (24 * 60 * 60)
      let detail = "\(certificate.names.joined(separator: ", ")); ends in \(days) days"
      return Check("certificate", detail, repair: days < SelfSignedCertificate.daysBeforeRenewal ? renew : nil)
    } catch { return Check("certificate", "\(error)", repair: renew) }
  }

  func descriptors() -> Check {
    guard let limit = descriptorLimit else { return Check("descriptors", "the limit is unknown") }
    return Check(
      "descriptors", "at most \(limit)",
      repair: limit >= 4096
        ? nil : "add \"* hard nofile 65536\" to /etc/security/limits.conf, and log in again")
  }

  /// Compares the clock with the newest of some files, which cannot have been written in the future.
  func clock(newestFile: (path: String, time: Int)?) -> Check {
    if let newestFile, newestFile.time > now + 60 {
      return Check(
        "clock", "\(newestFile.path) was changed \(newestFile.time - now) s in the future",
        repair: "sudo timedatectl set-ntp true")
    }
    return Check("clock", isClockSynchronized ? "follows a time server" : "plausible; follows no time server")
  }

  /// Checks a path configuration with the program `snippet-bridge-paths`, which needs the whole library.
  /// - Parameter checker: the path of that program; `nil` to build it as a product of the package in this folder.
  func pathConfiguration(_ file: String, urls: String, checker: String?) throws -> [Check] {
    let arguments = [file, urls]
    let result =
      try checker.map { try Executable(url: URL(filePath: $0)).run(arguments) }
      ?? run("swift", ["run", "--quiet", "snippet-bridge-paths"] + arguments)
    guard let result else { return [] }
    let lines = result.output.split(whereSeparator: \.isNewline).map(String.init)
    switch result.status {
    case 0: return [Check("paths", lines.last ?? "no problem")]
    case 2: return lines.map { Check("paths", $0, repair: "edit \(file) or \(urls)") }
    default:
      let detail = "snippet-bridge-paths ended with status \(result.status), \(result.lastLine)"
      return [Check("paths", detail, repair: "swift build --product snippet-bridge-paths")]
    }
  }
}
