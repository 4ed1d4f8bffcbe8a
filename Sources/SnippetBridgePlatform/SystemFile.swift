/// Flags of open(2) that only Linux has.
package enum SystemFile {
  /// `O_PATH` (asm-generic/fcntl.h), which the Glibc module leaves out. For folders that are only traversed, so that
  /// search permission is enough.
  package static let passThrough: CInt = 0o10_000_000
}
