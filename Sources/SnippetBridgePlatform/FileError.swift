import Glibc

/// The error of a failed system call, or ``notRegular``.
package struct FileError: Error, CustomStringConvertible {
  /// The error number.
  package let code: CInt
  package let description: String

  package init(code: CInt) { self.init(code: code, description: String(cString: strerror(code))) }

  private init(code: CInt, description: String) {
    self.code = code
    self.description = description
  }

  /// The error for a path that names a folder, a pipe or a device.
  package static let notRegular = FileError(code: EINVAL, description: "it is not a file")

  /// Throws ``notRegular`` if a path names a folder, a pipe or a device. Opening a pipe would wait for a writer.
  package static func check(_ path: String) throws(FileError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { throw notRegular }
  }
}
