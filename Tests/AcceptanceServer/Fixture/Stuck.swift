import DSBridgeLocks
import Foundation
import SnippetBridge

/// An interface that occupies the threads of Swift's concurrency pool. The pool has one thread per core.
@Exposed
actor Stuck {
  /// Enough instances to occupy all threads of the pool. All web views share them.
  static let all = (0..<2 * ProcessInfo.processInfo.activeProcessorCount).map { _ in Stuck() }
  static let taken = Atomic(0)

  /// Never returns.
  func hold() {
    Stuck.taken.add(1, ordering: .relaxed)
    while true { Thread.sleep(forTimeInterval: 1000) }
  }
}

/// An interface that reports the occupied threads.
@Exposed
final class StuckThreads {
  func names() -> [String] { Stuck.all.indices.map { "stuck\($0).hold" } }
  func areTaken() -> Bool { Stuck.taken.load(ordering: .relaxed) == ProcessInfo.processInfo.activeProcessorCount }
}
