import DSBridgeLocks

/// A list of events in order, for use from any thread.
final class Record<Element: Sendable>: Sendable {
  private let list = Mutex<[Element]>([])

  var elements: [Element] { list.withLock { $0 } }

  func append(_ element: Element) {
    list.withLock { $0.append(element) }
  }
}
