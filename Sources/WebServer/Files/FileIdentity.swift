import Platform

/// Which file this is and in which state: equal values mean the same bytes, as far as the file system tells.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  /// In bytes.
  let size: Int64
  /// Nanoseconds since 1970, which only tell one state from another: they wrap in 2262.
  let modified: Int64
  /// Likewise; moves also when the modification time was set back by hand.
  let changed: Int64
  /// Seconds since 1970, rounded down: what an HTTP date can say.
  let modifiedSeconds: Int64
  private let changedSeconds: Int64
  let isRegular: Bool

  init(_ info: stat) {
    device = UInt64(info.st_dev)
    inode = UInt64(info.st_ino)
    size = Int64(info.st_size)
    modified = Self.nanoseconds(info.st_mtim)
    changed = Self.nanoseconds(info.st_ctim)
    modifiedSeconds = Int64(info.st_mtim.tv_sec)
    changedSeconds = Int64(info.st_ctim.tv_sec)
    isRegular = info.st_mode & S_IFMT == S_IFREG
  }

  /// Whether it is still the same file with the same bytes, for a reader that has it open. The time of change does not
  /// count here: it also moves when the file loses its name or its rights change, so every download would end when a
  /// new version takes the file's place. A writer that sets the time of modification back by hand is not noticed.
  func hasContent(of other: FileIdentity) -> Bool {
    inode == other.inode && device == other.device && size == other.size && modified == other.modified
  }

  /// Whether it had last changed some time before `now`. A time stamp has a grain: what has just changed may change
  /// again, and look the same.
  func isSettled(at now: HTTPDate) -> Bool {
    max(modifiedSeconds, changedSeconds) < now.seconds &- 1
  }

  // A file system may hold any time stamp, so nothing here may trap on overflow.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
