import Foundation
import SnippetBridgePlatform

/// Functions for part files that remain from processes that ended during a download.
extension PartFile {
  private static let ending = ".part"

  /// Returns the name of a file while it is being written. `name` is the file's final name. Part files begin with a dot
  /// and downloads with a digit, so a complete download called `x.part` is not mistaken for a part file.
  static func partName(of name: String) -> String { ".\(name)\(ending)" }

  /// Returns whether `name` has the form of ``partName(of:)``: a dot, the time in milliseconds, and the rest of the
  /// final name. Times from 2001 to 2286 have 13 digits.
  static func isPart(_ name: String) -> Bool {
    guard name.hasPrefix(".") else { return false }
    let name = name.dropFirst()
    let digits = name.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    return digits == 13 && name.utf8.dropFirst(digits).first == UInt8(ascii: "_") && name.hasSuffix(ending)
  }

  /// Returns the size of a regular file in bytes, or `nil` for anything else, including links.
  static func size(of path: String) -> Int? { status(of: path).map { Int($0.st_size) } }

  /// Deletes the part files in `folder` that are older than `start` and that no process is writing. Returns the number
  /// of deleted files.
  static func removeLeftovers(in folder: String, olderThan start: Date) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count { name in
      let path = "\(folder)/\(name)"
      guard isPart(name), let status = status(of: path),
        Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9 < start.timeIntervalSince1970
      else { return false }
      // Another running process may use the same folder. It holds a lock on each of its part files.
      let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      defer { SnippetBridgePlatform.close(descriptor) }
      return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && unlink(path) == 0
    }
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return status
  }
}
