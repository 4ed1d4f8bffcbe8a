import Synchronization

/// Sequences that are not read on until the page has caught up.
struct PausedReaders {
  /// Who waits, and may be cancelled meanwhile.
  final class Ticket: Sendable {
    private let cancelled = Atomic(false)

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func cancel() {
      cancelled.store(true, ordering: .releasing)
    }
  }

  private var waiting: [ObjectIdentifier: (ticket: Ticket, continuation: CheckedContinuation<Void, Never>)] = [:]

  var count: Int { waiting.count }

  mutating func add(_ ticket: Ticket, _ continuation: CheckedContinuation<Void, Never>) {
    waiting[ObjectIdentifier(ticket)] = (ticket, continuation)
  }

  mutating func resume(_ ticket: Ticket) {
    waiting.removeValue(forKey: ObjectIdentifier(ticket))?.continuation.resume()
  }

  mutating func resumeAll() {
    guard !waiting.isEmpty else { return }
    for reader in waiting.values { reader.continuation.resume() }
    waiting = [:]
  }
}
