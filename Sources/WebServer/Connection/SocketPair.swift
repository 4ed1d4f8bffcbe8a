import Glibc

/// Two ends of a pipe for both directions. Neither blocks; both are closed in programs that this one starts.
struct SocketPair {
  let ours: CInt
  let theirs: CInt

  /// Nil when the process has no descriptors left.
  init?() {
    var ends: [CInt] = [-1, -1]
    let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    (ours, theirs) = (ends[0], ends[1])
  }
}
