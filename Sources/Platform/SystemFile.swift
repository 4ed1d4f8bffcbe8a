/// What open(2) knows here and not elsewhere.
package enum SystemFile {
  /// `O_PATH` (asm-generic/fcntl.h), which the Glibc module leaves out: for folders that are only passed through, so
  /// that the right to enter them is enough.
  package static let passThrough: CInt = 0o10_000_000
}
