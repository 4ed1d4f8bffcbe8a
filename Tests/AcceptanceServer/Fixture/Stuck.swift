import Foundation
import SnippetBridge
import Locks

/// Functions that take Swift's own threads away, of which there are as many as cores.
@Exposed
actor Stuck {
  /// As many as it takes, for all web views.
  static let all = (0..<2 * ProcessInfo.processInfo.activeProcessorCount).map { _ in Stuck() }
  static let taken = Atomic(0)

  /// Never returns.
  func hold() {
    Stuck.taken.add(1, ordering: .relaxed)
    while true { Thread.sleep(forTimeInterval: 1000) }
  }
}

/// What holds, and how much of it.
@Exposed
final class StuckThreads {
  func names() -> [String] { Stuck.all.indices.map { "stuck\($0).hold" } }
  func areTaken() -> Bool { Stuck.taken.load(ordering: .relaxed) == ProcessInfo.processInfo.activeProcessorCount }
}
