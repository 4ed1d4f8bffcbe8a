import DSBridgeLocks
import SnippetBridgePlatform

/// The identity of a file, with the metadata that changes whenever its content changes. If two values are equal, the
/// file's bytes are the same, as far as the metadata shows.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  /// The file's size in bytes.
  let size: Int64
  /// The modification time in nanoseconds since 1970. Only for equality comparisons, because the value overflows in
  /// 2262.
  let modified: Int64
  /// The time of the last status change, in the same unit. It also changes when the modification time is set back
  /// explicitly.
  let changed: Int64
  /// The modification time in seconds since 1970, rounded down, which is the precision of an HTTP date.
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

  /// Returns whether an open file still has the same bytes.
  ///
  /// The status change time is not compared, because it also changes when the file is unlinked or its permissions
  /// change. Otherwise, every download would fail when a new version replaces the file. A writer that resets the
  /// modification time is not detected.
  func hasContent(of other: FileIdentity) -> Bool {
    inode == other.inode && device == other.device && size == other.size && modified == other.modified
  }

  /// Returns whether the last change was some time before `now`. Time stamps have a limited resolution, so a file that
  /// has just changed may change again without a new time stamp.
  func isSettled(at now: HTTPDate) -> Bool {
    max(modifiedSeconds, changedSeconds) < now.seconds &- 1
  }

  // A file system may contain any time stamp, so overflow must not trap.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

/// A cache of values, such as responses, that are valid for one state of a file. Limited in size; can be used from any
/// thread.
final class FileCache<Value: Sendable>: Sendable {
  static var capacity: Int { 256 }

  private let entries = Mutex<[FileIdentity: Value]>([:])

  subscript(identity: FileIdentity) -> Value? {
    entries.withLock { $0[identity] }
  }

  /// Stores a value. A full cache is emptied first, because computing a value again takes only microseconds, whereas
  /// tracking the order of use would slow down every request.
  func remember(_ value: Value, for identity: FileIdentity) {
    entries.withLock { entries in
      if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
      entries[identity] = value
    }
  }

  var count: Int { entries.withLock { $0.count } }
}
