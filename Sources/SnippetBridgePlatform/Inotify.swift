// `@preconcurrency` is needed because Dispatch does not declare its sources as `Sendable`. They may nevertheless be
// cancelled from any thread (dispatch_source_create(3)).
@preconcurrency import Dispatch

/// A queue of changes in folders, which Linux's inotify(7) reports. Deinitialization ends all watches.
package final class Inotify: Sendable {
  /// A change in a watched folder.
  package struct Event: Sendable {
    /// The number that ``add(folder:)`` has returned for the folder. -1 if the system has dropped events.
    package let watch: CInt
    fileprivate let mask: UInt32
    /// The name of the changed file within the folder. Empty if the folder itself has changed.
    package let name: String

    /// Whether the system has dropped events, because they were not read fast enough.
    package var isOverflow: Bool { has(UInt32(IN_Q_OVERFLOW)) }
    /// Whether the folder is no longer watched, because it was removed or moved.
    package var isEnd: Bool { has(UInt32(IN_IGNORED | IN_MOVE_SELF | IN_UNMOUNT)) }
    /// Whether the changed file is a folder.
    package var isFolder: Bool { has(UInt32(IN_ISDIR)) }
    /// Whether a file was created, and may still be empty. Another event follows when its writer has closed it.
    package var isCreation: Bool { has(UInt32(IN_CREATE)) }

    private func has(_ bits: UInt32) -> Bool { mask & bits != 0 }
  }

  private let descriptor: CInt
  private let source: any DispatchSourceRead

  /// Creates a queue. `handler` is called with all available events, on a serial queue that all instances share.
  package init(_ handler: @escaping @Sendable ([Event]) -> Void) throws(FileError) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw FileError(code: errno) }
    self.descriptor = descriptor
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
    source.setEventHandler { handler(Self.read(descriptor)) }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit { source.cancel() }

  /// Watches a folder, but not the folders within it. Returns the number of the watch; the number is the same if the
  /// folder is watched already.
  package func add(folder: String) throws(FileError) -> CInt {
    // `IN_MODIFY` is not included: a program that writes in place has finished only when it closes the file.
    let mask = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
    let watch = inotify_add_watch(descriptor, folder, UInt32(mask) | UInt32(IN_ONLYDIR))
    guard watch >= 0 else { throw FileError(code: errno) }
    return watch
  }

  private static let queue = DispatchQueue(label: "snippets.inotify")

  private static func read(_ descriptor: CInt) -> [Event] {
    var events: [Event] = []
    let size = 4096
    withUnsafeTemporaryAllocation(byteCount: size, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      guard let start = buffer.baseAddress else { return }
      while case let count = Glibc.read(descriptor, start, size), count > 0 {
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
          offset += MemoryLayout<inotify_event>.size
          // The name ends with zero bytes, which pad it.
          let name = buffer[offset..<(offset + Int(event.len))].prefix { $0 != 0 }
          events.append(Event(watch: event.wd, mask: event.mask, name: String(decoding: name, as: UTF8.self)))
          offset += Int(event.len)
        }
      }
    }
    return events
  }
}
