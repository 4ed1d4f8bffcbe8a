/// An entry in the server's ``ConnectionCounter``. Deinitialization removes the entry.
final class ConnectionPlace: Sendable {
  let admission: ConnectionCounter.Admission
  private let leave: @Sendable () -> Void

  init(_ admission: ConnectionCounter.Admission = .welcome, leave: @escaping @Sendable () -> Void) {
    self.admission = admission
    self.leave = leave
  }

  deinit { leave() }
}
