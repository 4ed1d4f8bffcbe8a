/// A type that reports changes in a folder.
protocol FolderWatching: Sendable {
  /// Returns a stream of signals, each for one or more changes. The stream ends when the folder itself was removed or
  /// moved. All changes that occur after this function has returned are reported.
  func changes(of folder: String) throws -> AsyncStream<Void>
}

/// A system call that has failed.
struct SystemError: Error, CustomStringConvertible {
  let description: String
}

// `@preconcurrency` is needed because Dispatch does not declare its sources as `Sendable`. They may nevertheless be
// cancelled from any thread (dispatch_source_create(3)).
@preconcurrency import Dispatch
import Glibc

/// A folder watch that uses Linux's inotify. It watches the folder instead of a file, because many editors write a new
/// file and then rename it. A watch on the file itself would keep watching the old file.
struct InotifyFolderWatch: FolderWatching {
  func changes(of folder: String) throws -> AsyncStream<Void> {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw SystemError(description: "inotify_init1: \(String(cString: strerror(errno)))") }
    // `IN_MODIFY` is not included: a program that writes in place has finished only when it closes the file.
    let mask = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
    guard inotify_add_watch(descriptor, folder, UInt32(mask)) >= 0 else {
      let error = SystemError(description: String(cString: strerror(errno)))
      close(descriptor)
      throw error
    }
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
    source.setEventHandler {
      let isGone = Self.drain(descriptor)
      signal.yield()
      if isGone { signal.finish() }
    }
    source.setCancelHandler { close(descriptor) }
    signal.onTermination = { _ in source.cancel() }
    source.activate()
    return signals
  }

  private static let queue = DispatchQueue(label: "snippets.inotify")

  /// Reads all pending events. Returns `true` if the folder is no longer watched.
  private static func drain(_ descriptor: Int32) -> Bool {
    var isGone = false
    let size = 4096
    withUnsafeTemporaryAllocation(byteCount: size, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      guard let start = buffer.baseAddress else { return }
      while case let count = read(descriptor, start, size), count > 0 {
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
          if event.mask & UInt32(IN_IGNORED | IN_MOVE_SELF | IN_UNMOUNT) != 0 { isGone = true }
          offset += MemoryLayout<inotify_event>.size + Int(event.len)
        }
      }
    }
    return isGone
  }
}
