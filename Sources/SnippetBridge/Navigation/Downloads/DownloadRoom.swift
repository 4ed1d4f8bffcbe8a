import Foundation
import Locks

/// How many bytes the files in a folder have, those that are being written included. Every function may wait for a
/// disk.
final class DownloadRoom: Sendable {
  private struct State {
    /// Of the files that are whole, when they were counted last; nil: they are to be counted.
    var kept: Int?
    /// Of those that are being written, what is to come of a known length included.
    var writing = 0
  }

  // Held while files are counted and renamed, so that none counts twice or not at all.
  private let state = Mutex(State())

  /// A file is about to be written: others than downloads may have come.
  func begin() { state.withLock { $0.kept = nil } }

  /// False when the folder would hold more than `limit`.
  func take(_ count: Int, of limit: Int, in folder: String) -> Bool {
    state.withLock { state in
      var fits: Bool { (state.kept ?? .max).addingClamped(state.writing).addingClamped(count) <= limit }
      // Some may have been removed meanwhile.
      if !fits { state.kept = Self.size(of: folder) }
      guard fits else { return false }
      state.writing += count
      return true
    }
  }

  /// Of `count` bytes that were taken, nothing is kept.
  func giveBack(_ count: Int) { state.withLock { $0.writing -= count } }

  /// `finish` gives a file of so many bytes its name.
  func keep<Value: Sendable>(
    _ count: Int, _ finish: () throws(DownloadError) -> Value
  ) throws(DownloadError) -> Value {
    let result = state.withLock { state -> Result<Value, DownloadError> in
      do throws(DownloadError) {
        let value = try finish()
        state.writing -= count
        state.kept? += count
        return .success(value)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func size(of folder: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.reduce(0) { size, name in
      guard !PartFile.isPart(name) else { return size }
      return size.addingClamped(PartFile.size(of: "\(folder)/\(name)") ?? 0)
    }
  }
}

extension Int {
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? .max : sum
  }
}
