import SnippetBridgePlatform

/// An open file, folder or socket. Closed when the last reference is released.
final class FileDescriptor: Sendable {
  let number: Int32

  /// Takes ownership of a descriptor. Returns `nil` if `number` is negative, the result of a failed system call.
  init?(owning number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  deinit { close(number) }

  /// Opens an entry of this folder, unless it is a symbolic link. On an error, returns `nil` and sets `errno`.
  func open(_ name: String, flags: Int32) -> FileDescriptor? {
    Self.open(name, in: number, flags: flags | O_NOFOLLOW)
  }

  /// Opens `path`, following links. A relative path is resolved from `folder`, by default the working directory. On an
  /// error, returns `nil` and sets `errno`.
  static func open(_ path: String, in folder: Int32 = AT_FDCWD, flags: Int32) -> FileDescriptor? {
    // The system ends a path at a NUL, so `a.txt\0.png` would open the file `a.txt`.
    guard !path.utf8.contains(0) else {
      errno = ENOENT
      return nil
    }
    return FileDescriptor(owning: openat(folder, path, flags | O_CLOEXEC))
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
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      done += count
    }
    return done
  }
}
