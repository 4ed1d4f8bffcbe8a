import DSBridgeLocks

/// A value that can be read and observed on any thread.
///
/// Each iteration of ``values`` begins with the current value. Values are not buffered: a slow reader skips
/// intermediate values and receives the newest one. A reader does not receive the same value twice in a row.
final class Observed<Value: Sendable>: Sendable {
  /// The current value, followed by all later values. Any number of readers is allowed.
  ///
  /// After ``end()`` was called or this object was deallocated, each reader still receives the last value and then the
  /// end.
  let values: ObservedValues<Value>

  init(_ value: Value, isSame: @escaping @Sendable (Value, Value) -> Bool) {
    values = ObservedValues(value, isSame: isSame)
  }

  convenience init(_ value: Value) where Value: Equatable { self.init(value, isSame: ==) }

  deinit { end() }

  var value: Value { values.value }

  /// Sets the value and resumes the readers. Returns whether the new value differs from the previous one.
  ///
  /// Must not be called while a lock is held, because it resumes tasks (docs/internals/architecture.md, "Locks").
  @discardableResult
  func set(_ value: Value) -> Bool {
    defer { values.resumeReaders() }
    return !values.isSame(values.store(value), value)
  }

  /// Sets the value if it differs from `old`. The caller guarantees that `old` is the current value, and calls
  /// ``resumeReaders()`` when it holds no lock.
  func store(_ value: Value, after old: Value) -> Bool {
    guard !values.isSame(old, value) else { return false }
    _ = values.store(value)
    return true
  }

  /// Resumes the readers after ``store(_:after:)``.
  func resumeReaders() { values.resumeReaders() }

  func end() { values.end() }
}

/// The storage of an ``Observed``, as a sequence of its values. Readers keep this object alive after the ``Observed``
/// itself is released.
final class ObservedValues<Element: Sendable>: AsyncSequence, Sendable {
  typealias Failure = Never

  private struct State {
    var value: Element
    var isOver = false
    /// Wakes the readers, which then read the value themselves.
    var readers: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastReader = 0
  }

  private let state: Mutex<State>
  fileprivate let isSame: @Sendable (Element, Element) -> Bool

  fileprivate init(_ value: Element, isSame: @escaping @Sendable (Element, Element) -> Bool) {
    state = Mutex(State(value: value))
    self.isSame = isSame
  }

  fileprivate var value: Element { state.withLock { $0.value } }

  /// Sets the value and returns the previous one.
  fileprivate func store(_ value: Element) -> Element {
    state.withLock { state in
      let old = state.value
      if !state.isOver { state.value = value }
      return old
    }
  }

  fileprivate func resumeReaders() {
    for reader in state.withLock({ Array($0.readers.values) }) { reader.yield() }
  }

  fileprivate func end() {
    let readers = state.withLock { state in
      state.isOver = true
      defer { state.readers = [:] }
      return state.readers
    }
    for reader in readers.values { reader.finish() }
  }

  func makeAsyncIterator() -> Iterator {
    let (signals, reader) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (number, isOver) = state.withLock { state in
      state.lastReader += 1
      if !state.isOver { state.readers[state.lastReader] = reader }
      return (state.lastReader, state.isOver)
    }
    // Called when the iterator is released or the values end, so the reference to this object does not last.
    reader.onTermination = { _ in _ = self.state.withLock { $0.readers.removeValue(forKey: number) } }
    reader.yield()
    if isOver { reader.finish() }
    return Iterator(values: self, signals: signals.makeAsyncIterator())
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let values: ObservedValues
    fileprivate var signals: AsyncStream<Void>.Iterator
    fileprivate var last: Element?
    private var isOver = false

    fileprivate init(values: ObservedValues, signals: AsyncStream<Void>.Iterator) {
      self.values = values
      self.signals = signals
    }

    /// Returns the next value, or `nil` at the end or when the task is cancelled.
    mutating func next(isolation: isolated (any Actor)?) async -> Element? {
      while !isOver {
        // At the end, the last value may not have been read yet.
        isOver = await signals.next(isolation: isolation) == nil
        guard !Task.isCancelled else { return nil }
        let next = values.value
        let isRepeated = last.map { values.isSame($0, next) } ?? false
        last = next
        if !isRepeated { return next }
      }
      return nil
    }
  }
}
