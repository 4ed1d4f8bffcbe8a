import Glibc
import SnippetBridgeCOpenSSL

/// The errors that OpenSSL has queued on the current thread.
package enum OpenSSLErrors {
  /// Returns `what` with the first reason in the queue, if there is one, and clears the queue.
  ///
  /// Later reasons only describe the callers of the function that failed. For a missing file, for example, the last
  /// reason is "system lib".
  package static func adding(to what: String) -> String {
    let first = ERR_peek_error()
    // The flag that marks an error from the operating system. The other bits contain the `errno` (see
    // `ERR_SYSTEM_ERROR` in <openssl/err.h>).
    let systemError: UInt = 0x8000_0000
    let noted =
      first & systemError != 0
      ? String(cString: strerror(CInt(truncatingIfNeeded: first & ~systemError)))
      : ERR_reason_error_string(first).map { String(cString: $0) }
    ERR_clear_error()
    return [what, noted].compactMap { $0 }.joined(separator: ": ")
  }
}
