package import SnippetBridgePlatform

/// Functions that read and write small files, such as keys.
package enum SmallFile {
  /// The maximum size of a file, in bytes. No key or certificate is larger.
  private static let limit = 1 << 20

  /// Reads a file of at most 1 MiB.
  package static func read(_ path: String) throws(FileError) -> [UInt8] {
    guard let file = FileDescriptor.open(path, flags: O_RDONLY) else { throw FileError(code: errno) }
    var contents: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = SnippetBridgePlatform.read(file.number, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
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
