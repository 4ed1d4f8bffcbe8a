public import Foundation

/// A download that goes on, or is over.
public final class Download: Sendable {
  /// Where it comes from; nil when it has no address, as what a page made itself.
  public let source: URL?

  private let observed: Observed<DownloadProgress>
  private let task: Task<DownloadState, Never>

  init(source: URL?, observed: Observed<DownloadProgress>, task: Task<DownloadState, Never>) {
    (self.source, self.observed, self.task) = (source, observed, task)
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
