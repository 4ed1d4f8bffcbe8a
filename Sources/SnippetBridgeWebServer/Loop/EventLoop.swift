import DSBridgeLocks
import SnippetBridgePlatform

/// A thread-safe handle to an event loop. An event loop is one thread with one libev loop and one libwebsockets
/// context.
///
/// The thread waits in libev, which then handles all events that are ready. This is one *round of events*. After every
/// round, the thread reads the handle's inbox. ``LoopState`` contains the objects that are used on the loop's thread.
final class EventLoop: Sendable {
  /// A request to the loop as a whole, in contrast to the wake-up of a single member.
  enum Order: Sendable {
    case stopAccepting
    /// Accepts connections on further sockets.
    case listen([ListenSocket], ListenerContext)
    /// Closes the sockets of the listener with this index, and its idle connections.
    case stopListening(Int)
    /// Ends the connections, and then the loop. The loop closes the connections that remain when the time is over.
    case shutDown(within: Duration)
  }

  private struct Inbox {
    var orders: [Order] = []
    var woken: [LoopMemberID] = []
    var hasEnded = false
    /// The handle that wakes the loop, or `nil` if the loop is not running.
    var wakeUp: WakeUp?
  }

  private let inbox = Mutex(Inbox())
  /// Whether the inbox contains anything. Changed under the lock. The loop reads it without the lock, because the inbox
  /// is empty in most rounds.
  private let hasMail = Atomic(false)
  /// The loop's thread, or 0 if the loop is not running.
  private let thread = Atomic<pthread_t>(0)

  // MARK: From any thread

  /// Requests that the loop flush a member. Ignored after the loop has ended.
  func wake(_ member: LoopMemberID) {
    add { $0.woken.append(member) }
  }

  /// Adds an order to the inbox and wakes the loop. Ignored after the loop has ended.
  func give(_ order: Order) {
    add { $0.orders.append(order) }
  }

  private func add(_ append: (inout Inbox) -> Void) {
    let wakeUp = inbox.withLock { inbox -> WakeUp? in
      guard !inbox.hasEnded else { return nil }
      // The loop's own thread reads the inbox after each round of events and needs no wake-up.
      let wakeUp = isInboxEmpty && !isOnLoop ? inbox.wakeUp : nil
      append(&inbox)
      hasMail.store(true, ordering: .releasing)
      return wakeUp
    }
    // The wake-up is sent without the lock, because the woken loop takes the lock immediately.
    wakeUp?.send()
  }

  private var isOnLoop: Bool { thread.load(ordering: .acquiring) == pthread_self() }

  // MARK: From the loop's thread

  /// Records the calling thread as the thread of this libev loop. Wakes the loop once, because there may already be
  /// orders and woken members in the inbox.
  func begin(on libev: OpaquePointer) {
    thread.store(pthread_self(), ordering: .releasing)
    let wakeUp = WakeUp(on: libev)
    inbox.withLock { $0.wakeUp = wakeUp }
    wakeUp.send()
  }

  /// Returns the orders, and moves the woken members into `woken`, which must be empty. The inbox reuses the memory of
  /// `woken` for the next members.
  func takeAll(_ woken: inout [LoopMemberID]) -> [Order] {
    inbox.withLock { inbox in
      hasMail.store(false, ordering: .relaxed)
      swap(&inbox.woken, &woken)
      return exchange(&inbox.orders, with: [])
    }
  }

  var isInboxEmpty: Bool { !hasMail.load(ordering: .acquiring) }

  /// Ends the loop, and drops the orders that were not carried out. Must be called before the libev loop is freed.
  func end() {
    thread.store(0, ordering: .releasing)
    inbox.withLock { exchange(&$0, with: Inbox(hasEnded: true)) }.wakeUp?.stop()
  }
}

/// An object that belongs to an event loop: an HTTP connection, a WebSocket of libwebsockets, or a ``Diversion``.
/// Members are not Sendable, because only their loop's thread may use them. Other threads use a ``LoopWaker``.
protocol LoopMember: AnyObject {
  var id: LoopMemberID { get }
  var loop: LoopState { get }

  /// Continues pending work. Called after ``LoopWaker/wake()``.
  func flush()
  /// Handles an operation that took longer than its limit.
  func deadlinePassed()
  func serverIsStopping()
  /// Closes the member because the loop ends.
  func cut()
}

extension LoopMember {
  /// A waker that wakes the member from any thread.
  var waker: LoopWaker { LoopWaker(loop: loop.eventLoop, member: id) }

  /// Replaces the member's deadline; `nil` removes it.
  func setDeadline(_ delay: Duration?) { loop.setDeadline(delay, for: self) }
}

/// The identity of a member, unique among all members that the loop has ever had.
///
/// It is an integer, because integers are hashed by the standard library, which is optimized even in debug builds.
typealias LoopMemberID = UInt64

/// A handle that wakes a member of a loop from any thread.
struct LoopWaker: Sendable {
  let loop: EventLoop
  let member: LoopMemberID

  /// Requests a call to ``LoopMember/flush()`` on the loop's thread. Has no effect after the member was removed or the
  /// loop has ended. Never blocks.
  func wake() { loop.wake(member) }
}
