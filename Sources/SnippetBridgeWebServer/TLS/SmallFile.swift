package import SnippetBridgePlatform

/// Functions that read and write small files, such as keys.
package enum SmallFile {
  /// The maximum size of a file, in bytes. No key or certificate is larger.
  private static let limit = 1 << 20

  /// Reads a regular file of at most 1 MiB. Follows symbolic links.
  /// - Parameter pipeTimeout: The time to wait for each part of a pipe's data, such as `<(print-token)` of a shell,
  ///   in milliseconds. If it is 0, pipes are refused.
  package static func read(_ path: String, pipeTimeout: CInt = 0) throws(FileError) -> [UInt8] {
    // Without `O_NONBLOCK`, opening a named pipe would wait for a writer.
    guard let file = FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK) else { throw FileError(code: errno) }
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw FileError(code: errno) }
    let isPipe = status.st_mode & S_IFMT == S_IFIFO && pipeTimeout > 0
    guard isPipe || status.st_mode & S_IFMT == S_IFREG else { throw FileError.notRegular }
    var contents: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      if isPipe {
        var events = pollfd(fd: file.number, events: Int16(POLLIN), revents: 0)
        guard poll(&events, 1, pipeTimeout) != 0 else { throw FileError(code: ETIMEDOUT) }
      }
      let count = SnippetBridgePlatform.read(file.number, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count >= 0 else { throw FileError(code: errno) }
      if count == 0 { return contents }
      contents += buffer.prefix(count)
      guard contents.count <= limit else { throw FileError(code: EFBIG) }
    }
  }

  /// Replaces a file atomically: readers see either the old content or the new content, never a part of it.
  package static func write(_ contents: [UInt8], to path: String, mode: UInt32) throws(FileError) {
    let temporary = "\(path).\(getpid()).tmp"
    unlink(temporary)
    guard let file = FileDescriptor(owning: open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)) else {
      throw FileError(code: errno)
    }
    do throws(FileError) {
      try write(contents, to: file.number)
      // The umask may have cleared bits, but everyone must be able to read a certificate.
      guard fchmod(file.number, mode) == 0, fsync(file.number) == 0, rename(temporary, path) == 0 else {
        throw FileError(code: errno)
      }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Replaces the content of a file, or of the file to which a symbolic link leads. Creates a missing file. Unlike
  /// ``write(_:to:mode:)``, also writes to a device.
  package static func overwrite(_ path: String, with contents: [UInt8]) throws(FileError) {
    guard let file = FileDescriptor(owning: open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)) else {
      throw FileError(code: errno)
    }
    try write(contents, to: file.number)
  }

  /// Writes all bytes to a descriptor.
  package static func write(_ contents: [UInt8], to descriptor: CInt) throws(FileError) {
    var rest = contents[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { SnippetBridgePlatform.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileError(code: errno) }
      rest = rest.dropFirst(count)
    }
  }
}
