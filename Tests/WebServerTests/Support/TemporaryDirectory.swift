import Glibc

/// A directory for a test, removed with its files.
final class TemporaryDirectory: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/web-server-tests-XXXXXX".utf8CString)
    let made = mkdtemp(&template)
    precondition(made != nil, "the test machine gives no directory")
    path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        unlink("\(path)/\(name)")
      }
      closedir(directory)
    }
    rmdir(path)
  }
}
