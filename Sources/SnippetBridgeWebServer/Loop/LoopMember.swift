/// An object that lives on an event loop: an HTTP connection, a WebSocket of libwebsockets, or a diversion. Members are
/// not Sendable: only their loop's thread may use them. Other threads hold a ``LoopWaker``.
protocol LoopMember: AnyObject {
  var id: LoopMemberID { get }

  /// Continues after ``LoopWaker/wake()``.
  func flush()
  /// Handles an operation that took longer than its limit.
  func deadlinePassed()
  func serverIsStopping()
  /// Closes the member because the loop ends.
  func cut()
}

/// The identity of a member among all members that its loop has had.
struct LoopMemberID: Sendable {
  /// The key in tables: hashed by the standard library, whose code is optimised in debug builds too.
  let number: UInt64
}

/// Wakes a member of a loop from any thread.
struct LoopWaker: Sendable {
  let loop: EventLoop
  let member: LoopMemberID

  /// Requests a call of ``LoopMember/flush()`` on the loop's thread. Has no effect after the member was removed or the
  /// loop has ended. Never blocks.
  func wake() { loop.wake(member) }
}
