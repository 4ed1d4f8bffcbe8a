import SnippetBridgePlatform

/// An open file or folder. Closed when the last reference is released.
final class FileDescriptor: Sendable {
  let number: Int32

  private init(number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Opens `path`, following links. On an error, returns `nil` and sets `errno`.
  static func open(_ path: String, flags: Int32) -> FileDescriptor? {
    guard isPath(path) else { return nil }
    let number = SnippetBridgePlatform.open(path, flags | O_CLOEXEC)
    return number < 0 ? nil : FileDescriptor(number: number)
  }

  /// Opens an entry of this folder, unless it is a symbolic link. On an error, returns `nil` and sets `errno`.
  func open(_ name: String, flags: Int32) -> FileDescriptor? {
    guard Self.isPath(name) else { return nil }
    let number = openat(self.number, name, flags | O_NOFOLLOW | O_CLOEXEC)
    return number < 0 ? nil : FileDescriptor(number: number)
  }

  /// Returns whether the path contains no NUL. The system ends a path at a NUL, so `a.txt\0.png` would open the file
  /// `a.txt`.
  private static func isPath(_ path: String) -> Bool {
    guard path.utf8.contains(0) else { return true }
    errno = ENOENT
    return false
  }

  /// Returns the file's current identity, or `nil` on an error.
  func identity() -> FileIdentity? {
    var info = stat()
    return fstat(number, &info) == 0 ? FileIdentity(info) : nil
  }

  /// Reads from the position `offset` until `buffer` is full or the file ends. Returns the number of bytes read, or
  /// `nil` on an error.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int? {
    guard let base = buffer.baseAddress else { return 0 }
    var done = 0
    while done < buffer.count {
      let count = pread(number, base + done, buffer.count - done, off_t(offset) + done)
      if count > 0 {
        done += count
      } else if count == 0 {
        break
      } else if errno != EINTR {
        return nil
      }
    }
    return done
  }
}
