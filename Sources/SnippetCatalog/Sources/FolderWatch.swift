import SnippetBridgePlatform

/// A type that reports changes in a folder.
package protocol FolderWatching: Sendable {
  /// Returns a stream of signals, each for one or more changes. The stream ends when the folder itself was removed or
  /// moved. All changes that occur after this function has returned are reported.
  func changes(of folder: String) throws -> AsyncStream<Void>
}

/// A folder watch that uses Linux's inotify. It watches the folder instead of a file, because many editors write a new
/// file and then rename it. A watch on the file itself would keep watching the old file.
struct InotifyFolderWatch: FolderWatching {
  func changes(of folder: String) throws -> AsyncStream<Void> {
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
