import DSBridgeLocks
import Foundation

/// A counter for the bytes that the files in a folder occupy, including files that are being written. Each file counts
/// as at least a block (``size(counting:)``), so that the limit also limits the number of files. Every function may
/// block on disk access.
final class DownloadRoom: Sendable {
  private struct State {
    /// The number of bytes in complete files at the last count, or `nil` if a new count is needed.
    var kept: Int?
    /// The number of bytes reserved for files that are being written. If the size of a file was announced, the whole
    /// size is reserved, including the bytes that are not written yet.
    var writing = 0
  }

  /// Returns the bytes for which a file of this size counts: at least the size of a block of common file systems.
  static func size(counting bytes: Int) -> Int { max(bytes, 4096) }

  // Hold the lock while files are counted, and while a finished file is renamed. Otherwise, a file could be counted
  // twice, both as a complete file and as reserved bytes.
  private let state = Mutex(State())

  /// Forces a new count before the next file is written, because other programs may have added files.
  func begin() { state.withLock { $0.kept = nil } }

  /// Reserves `count` bytes. If the folder would then exceed `limit` bytes, reserves nothing and returns `false`.
  func take(_ count: Int, of limit: Int, in folder: String) -> Bool {
    state.withLock { state in
      var fits: Bool { (state.kept ?? .max).addingClamped(state.writing).addingClamped(count) <= limit }
      // Count again, because files may have been deleted since the last count.
      if !fits { state.kept = Self.size(of: folder) }
      guard fits else { return false }
      state.writing += count
      return true
    }
  }

  /// Releases `count` reserved bytes.
  func giveBack(_ count: Int) { state.withLock { $0.writing -= count } }

  /// Calls `finish`, which gives the file its final name, and returns this name. Then counts the `count` reserved bytes
  /// as part of a complete file.
  func keep(_ count: Int, _ finish: () throws -> String) throws -> String {
    try state.withLock { state in
      let name = try finish()
      state.writing -= count
      state.kept? += count
      return name
    }
  }

  private static func size(of folder: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !PartFile.isPart($0) }
      .reduce(0) { $0.addingClamped(size(counting: PartFile.size(of: "\(folder)/\($1)") ?? 0)) }
  }
}

extension Int {
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? .max : sum
  }
}
