import DSBridgeLocks
import SnippetBridgePlatform

/// A file that is being written. Its name is `.<name>.part` until it is complete. A complete download never has a name
/// of this form. Every function may block on disk access.
final class PartFile: Sendable {
  /// A function that creates a new file for writing and returns its descriptor. On an error, it returns a negative
  /// number and sets `errno`.
  typealias Opener = @Sendable (_ path: String) -> CInt

  static let opener: Opener = { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }

  private let folder: String
  private let partPath: String
  /// A function that returns the final name with a number in it. The name for number 1 contains no number.
  private let name: @Sendable (Int) -> String
  /// The number for which the final name was free when the part file was created.
  private let number: Int
  /// The file descriptor, or `nil` after the file is closed.
  private let descriptor: Mutex<CInt?>

  /// The maximum number of names to try. So many files with the same name in one millisecond indicate an error.
  private static let attempts = 1000

  /// Creates the folder if necessary, and creates a part file in it with the first free name.
  init(in folder: String, name: @escaping @Sendable (Int) -> String, opener: Opener) throws(DownloadError) {
    guard Self.makeFolder(folder) else {
      throw DownloadError(.folder, "Cannot create the folder \(folder): \(Self.reason()).")
    }
    for number in 1...Self.attempts {
      guard !Self.exists("\(folder)/\(name(number))") else { continue }
      let partPath = "\(folder)/\(Self.partName(of: name(number)))"
      let descriptor = opener(partPath)
      if descriptor >= 0 {
        // The lock shows other processes that this process is writing the file. The system releases the lock when the
        // process ends.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        (self.folder, self.partPath, self.name, self.number) = (folder, partPath, name, number)
        self.descriptor = Mutex(descriptor)
        return
      }
      guard errno == EEXIST else {
        throw DownloadError(.folder, "Cannot create a file in \(folder): \(Self.reason()).")
      }
    }
    throw DownloadError(.folder, "Cannot create a file in \(folder): \(name(1)) and all its numbered names exist.")
  }

  deinit { try? close() }

  /// Writes all bytes. Does nothing after the file is closed.
  func write(_ bytes: [UInt8]) throws(DownloadError) {
    guard let descriptor = descriptor.withLock({ $0 }) else { return }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { SnippetBridgePlatform.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      rest = rest.dropFirst(count)
    }
  }

  /// Closes the file and renames it to the first free final name. Returns that name. Never replaces another file.
  func finish() throws(DownloadError) -> String {
    try close()
    for number in number..<number + Self.attempts {
      let path = "\(folder)/\(name(number))"
      // Create an empty placeholder to reserve the name, so that renaming cannot replace a file of another process.
      // link(2) would do this in one step, but file systems on USB sticks and memory cards do not support links.
      let placeholder = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if placeholder < 0 {
        guard errno == EEXIST else { throw failure() }
        continue
      }
      _ = SnippetBridgePlatform.close(placeholder)
      guard rename(partPath, path) == 0 else {
        let error = failure()
        unlink(path)
        throw error
      }
      return name(number)
    }
    throw DownloadError(.file, "Cannot rename \(partPath): \(name(1)) and all its numbered names exist.")
  }

  /// Closes and deletes the file.
  func remove() {
    try? close()
    unlink(partPath)
  }

  private func close() throws(DownloadError) {
    // Some disks report that they are full only when a file is closed.
    if let open = descriptor.withLock({ $0.take() }), SnippetBridgePlatform.close(open) != 0, errno != EINTR {
      throw failure()
    }
  }

  private func failure() -> DownloadError { DownloadError(.file, "Cannot write \(partPath): \(Self.reason()).") }

  private static func reason() -> String { String(cString: strerror(errno)) }

  private static func exists(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0
  }

  /// Creates a folder and its parent folders. Returns `false` on an error and sets `errno`.
  private static func makeFolder(_ path: String) -> Bool {
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT, let slash = path.dropFirst().lastIndex(of: "/"), makeFolder(String(path[..<slash])) else {
      return false
    }
    return mkdir(path, 0o755) == 0 || errno == EEXIST
  }
}
