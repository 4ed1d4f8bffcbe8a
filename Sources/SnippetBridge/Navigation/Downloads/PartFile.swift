import Locks
import Platform

/// A file that is being written. It is called `.<name>.part` until it is complete, which is no download's name. Every
/// function may wait for a disk.
final class PartFile: Sendable {
  /// Makes a file that was not there, for writing; negative on an error, which is in `errno`.
  typealias Opener = @Sendable (_ path: String) -> CInt

  static let opener: Opener = { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644) }

  private let folder: String
  private let partPath: String
  /// By number: the first has none.
  private let name: @Sendable (Int) -> String
  /// Of the name that was free when the file was made.
  private let number: Int
  /// Nil after it is closed.
  private let descriptor: Mutex<CInt?>

  /// Beyond so many files of one name in one millisecond, something is wrong.
  private static let attempts = 1000

  /// Makes the folder, and in it a file under the first of the names that is free.
  init(
    in folder: String, name: @escaping @Sendable (Int) -> String, opener: Opener
  ) throws(DownloadError) {
    try Self.makeFolder(folder)
    for number in 1...Self.attempts {
      guard !Self.exists("\(folder)/\(name(number))") else { continue }
      let partPath = "\(folder)/\(Self.partName(of: name(number)))"
      let descriptor = opener(partPath)
      if descriptor >= 0 {
        // Says that somebody writes it, for as long as this process lives.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        (self.folder, self.partPath, self.name, self.number) = (folder, partPath, name, number)
        self.descriptor = Mutex(descriptor)
        return
      }
      guard errno == EEXIST else {
        throw DownloadError(.folder, "No file can be made in \(folder): \(Self.reason()).")
      }
    }
    throw DownloadError(.folder, "No file can be made in \(folder): \(name(1)) and its numbers are all taken.")
  }

  deinit { try? close() }

  /// All of it.
  func write(_ bytes: [UInt8]) throws(DownloadError) {
    guard let descriptor = descriptor.withLock({ $0 }) else { return }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      rest = rest.dropFirst(count)
    }
  }

  /// Gives it its name, and never that of another file; returns it.
  func finish() throws(DownloadError) -> String {
    try close()
    for number in number..<number + Self.attempts {
      let path = "\(folder)/\(name(number))"
      // An empty file of ours takes the name, so that the renaming replaces nobody else's. Not link(2), which sees to
      // that by itself: sticks and cards have no links.
      let placeholder = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      if placeholder < 0 {
        guard errno == EEXIST else { throw failure() }
        continue
      }
      _ = Platform.close(placeholder)
      guard rename(partPath, path) == 0 else {
        let error = failure()
        unlink(path)
        throw error
      }
      return name(number)
    }
    throw DownloadError(.file, "\(partPath) cannot be renamed: \(name(1)) and its numbers are all taken.")
  }

  /// Leaves nothing behind.
  func remove() {
    try? close()
    unlink(partPath)
  }

  private func close() throws(DownloadError) {
    let open = descriptor.withLock { descriptor in
      defer { descriptor = nil }
      return descriptor
    }
    // Some disks say only here that they are full.
    guard let open, Platform.close(open) != 0, errno != EINTR else { return }
    throw failure()
  }

  private func failure() -> DownloadError {
    DownloadError(.file, "\(partPath) cannot be written: \(Self.reason()).")
  }

  private static func reason() -> String { String(cString: strerror(errno)) }

  private static func exists(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0
  }

  private static func makeFolder(_ path: String) throws(DownloadError) {
    guard !canMakeFolder(path) else { return }
    throw DownloadError(.folder, "The folder \(path) cannot be made: \(reason()).")
  }

  /// With those above it. False on an error, which is in `errno`.
  private static func canMakeFolder(_ path: String) -> Bool {
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT, let slash = path.dropFirst().lastIndex(of: "/"), canMakeFolder(String(path[..<slash])) else {
      return false
    }
    return mkdir(path, 0o755) == 0 || errno == EEXIST
  }
}
