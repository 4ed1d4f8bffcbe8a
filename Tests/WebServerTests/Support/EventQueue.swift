import DSBridgeLocks
import Glibc
import TestSupport

/// A queue of events from the server's threads, for a test that waits on its own thread.
final class EventQueue<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    var pipe: (read: CInt, write: CInt)
  }

  private let state: Mutex<State>

  init() {
    var ends: [CInt] = [-1, -1]
    precondition(pipe(&ends) == 0, "the test machine gives no pipe")
    state = Mutex(State(pipe: (ends[0], ends[1])))
  }

  deinit {
    state.withLock { state in
      close(state.pipe.read)
      close(state.pipe.write)
    }
  }

  func add(_ event: Event) {
    state.withLock { state in
      state.events.append(event)
      var byte: UInt8 = 1
      write(state.pipe.write, &byte, 1)
    }
  }

  /// Returns the oldest event, and waits for it if necessary. Throws if none arrives within `seconds`.
  func next(within seconds: Int = Patience.seconds) throws -> Event {
    let end = state.withLock { $0.pipe.read }
    var waiting = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, Int32(seconds * 1000)) > 0 else { throw TestError("no event within \(seconds) s") }
    return state.withLock { state in
      var byte: UInt8 = 0
      read(state.pipe.read, &byte, 1)
      return state.events.removeFirst()
    }
  }

  var isEmpty: Bool { state.withLock { $0.events.isEmpty } }
}
