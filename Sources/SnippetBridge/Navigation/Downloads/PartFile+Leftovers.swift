import Foundation
import Platform

/// Parts that a process has left which ended in the middle of a download.
extension PartFile {
  private static let ending = ".part"

  /// The name of a file that is being written, from its final name. It begins with a dot, and the names of downloads
  /// with a digit: a complete download called `x.part` is none.
  static func partName(of name: String) -> String { ".\(name)\(ending)" }

  /// Whether a name is one of ``partName(of:)``: a dot, the time in milliseconds, which has 13 digits from 2001 to
  /// 2286, then the rest of the final name.
  static func isPart(_ name: String) -> Bool {
    guard name.hasPrefix(".") else { return false }
    let name = name.dropFirst()
    let digits = name.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    return digits == 13 && name.utf8.dropFirst(digits).first == UInt8(ascii: "_") && name.hasSuffix(ending)
  }

  /// Of a file, in bytes; nil for everything else, links included.
  static func size(of path: String) -> Int? { status(of: path).map { Int($0.st_size) } }

  /// Removes those in a folder that are older than `start` and that nobody writes. Returns how many there were.
  static func removeLeftovers(in folder: String, olderThan start: Date) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count { name in
      let path = "\(folder)/\(name)"
      guard isPart(name), let status = status(of: path),
        Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9 < start.timeIntervalSince1970
      else { return false }
      // Another process may serve with this folder.
      let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      defer { Platform.close(descriptor) }
      return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && unlink(path) == 0
    }
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return status
  }
}
