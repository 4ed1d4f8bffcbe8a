import Foundation
package import Logging
import SnippetBridgePlatform

/// A watch that reports when a file may have changed. It watches the file's folder, which may be missing temporarily.
package struct FileWatch: Sendable {
  /// The delay between a change and reading the file. It is needed because editors save a file in several steps.
  static let pause: Duration = .milliseconds(50)
  /// The pause between attempts to watch a folder that does not exist.
  static let retryPause: Duration = .seconds(2)

  private let path: String
  private let logger: Logger
  private let changes: @Sendable (_ folder: String) throws -> AsyncStream<Void>
  private let clock: any Clock<Duration>

  /// Creates a watch for a file.
  /// - Parameter changes: a function that returns a stream of signals, each for one or more changes in a folder. The
  ///   stream ends when the folder itself was removed or moved. All changes that occur after the function has returned
  ///   are reported.
  package init(
    _ path: String, logger: Logger,
    changes: @escaping @Sendable (_ folder: String) throws -> AsyncStream<Void> = FileWatch.inotifyChanges,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.path = path
    self.logger = logger
    self.changes = changes
    self.clock = clock
  }

  /// Sends a signal immediately, and then whenever the file must be read again. Returns when the task is cancelled.
  package func run(_ signal: AsyncStream<Void>.Continuation) async {
    defer { signal.finish() }
    let folder = (path as NSString).deletingLastPathComponent
    var isWarned = false
    while !Task.isCancelled {
      do {
        let changes = try changes(folder.isEmpty ? "." : folder)
        isWarned = false
        signal.yield()
        for await _ in changes {
          // Changes during this pause cause one more signal.
          guard (try? await clock.sleep(for: Self.pause)) != nil else { return }
          signal.yield()
        }
      } catch {
        if !isWarned {
          logger.warning(
            "cannot watch the folder of a file; the file is read every 2 s",
            metadata: ["file": "\(path)", "reason": "\(error)"])
        }
        isWarned = true
        signal.yield()
      }
      guard (try? await clock.sleep(for: Self.retryPause)) != nil else { return }
    }
  }

  /// Watches a folder with Linux's inotify. Many editors write a new file and then rename it, so a watch on the file
  /// itself would keep watching the old file.
  static func inotifyChanges(in folder: String) throws -> AsyncStream<Void> {
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let inotify = try Inotify { events in
      signal.yield()
      if events.contains(where: \.isEnd) { signal.finish() }
    }
    _ = try inotify.add(folder: folder)
    // The stream keeps the watch.
    signal.onTermination = { _ in _ = inotify }
    return signals
  }
}
