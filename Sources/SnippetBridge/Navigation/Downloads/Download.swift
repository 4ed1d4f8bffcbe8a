public import Foundation

/// A download that goes on, or is over.
public final class Download: Sendable {
  /// What it is to be called, made safe. The file's name has the time before it, and a number where that is taken.
  public let suggestedName: String
  /// Where it comes from; nil when it has no address, as what a page made itself.
  public let source: URL?

  private let observed: Observed<DownloadProgress>
  private let task: Task<DownloadState, Never>

  init(
    suggestedName: String, source: URL?, observed: Observed<DownloadProgress>, task: Task<DownloadState, Never>
  ) {
    (self.suggestedName, self.source, self.observed, self.task) = (suggestedName, source, observed, task)
  }

  /// How far it is.
  public var progress: DownloadProgress { observed.value }

  /// How far it is, now and from now on, to its end. Who reads slowly gets the newest.
  public var progressUpdates: some AsyncSequence<DownloadProgress, Never> & Sendable { observed.values }

  /// What it came to; waits for that.
  public var state: DownloadState { get async { await task.value } }

  /// Stops it: it fails, and what was written is removed. Without effect after its end.
  public func cancel() { task.cancel() }
}
