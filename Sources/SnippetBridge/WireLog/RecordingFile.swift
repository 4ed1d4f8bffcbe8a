import SnippetBridgePlatform
import SnippetBridgeWebServer

/// The file of a recording. It contains only whole lines: a line that cannot be written completely is removed.
struct RecordingFile: RecordingOutput {
  private var descriptor: CInt
  private let path: String
  private let isRegular: Bool
  /// The position after the last line.
  private var end = 0
  /// The size at which the file counts as full, in bytes.
  private let maximumSize: Int

  /// Creates the file, or replaces an older recording. Only the owner can read the file.
  /// - Parameter maximumSize: the size at which the file counts as full, for tests.
  init(path: String, maximumSize: Int = .max) throws(BridgeServerError) {
    self.path = path
    self.maximumSize = maximumSize
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.error(path, errno) }
    var info = stat()
    isRegular = fstat(descriptor, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
    guard isRegular else { return }
    guard info.st_size == 0 || Self.isRecording(descriptor) else {
      close()
      throw BridgeServerError("\(path) exists and is not a recording. Remove it, or pass another file to --record.")
    }
    if info.st_size > 0 {
      // The older recording is not overwritten but removed, because under `dev` the old program may still write to it.
      close()
      unlink(path)
      descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0, fchmod(descriptor, 0o600) == 0 else {
      let code = errno
      if descriptor >= 0 { close() }
      throw Self.error(path, code)
    }
  }

  private static func error(_ path: String, _ code: CInt) -> BridgeServerError {
    BridgeServerError("Cannot write the recording to \(path): \(String(cString: strerror(code))).")
  }

  private static func isRecording(_ descriptor: CInt) -> Bool {
    let beginning = Array("{\"version\":".utf8)
    var bytes = [UInt8](repeating: 0, count: beginning.count)
    return pread(descriptor, &bytes, bytes.count, 0) == beginning.count && bytes == beginning
  }

  mutating func append(_ lines: [UInt8]) throws(FileError) {
    guard lines.count <= maximumSize - end else { throw FileError(code: ENOSPC) }
    do throws(FileError) {
      try SmallFile.write(lines, to: descriptor)
    } catch {
      if isRegular, ftruncate(descriptor, off_t(end)) == 0 { lseek(descriptor, off_t(end), SEEK_SET) }
      throw error
    }
    end += lines.count
  }

  func close() { _ = SnippetBridgePlatform.close(descriptor) }
}
