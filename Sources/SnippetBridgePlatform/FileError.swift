import Glibc

/// The error of a failed system call.
package struct FileError: Error, CustomStringConvertible {
  /// The error number.
  package let code: CInt

  package init(code: CInt) { self.code = code }

  package var description: String { String(cString: strerror(code)) }
}
