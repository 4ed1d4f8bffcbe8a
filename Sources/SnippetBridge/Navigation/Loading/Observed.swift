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

  /// Sets the value. Returns whether the new value differs from the previous one.
  @discardableResult
  func set(_ value: Value) -> Bool { !values.isSame(values.set(value), value) }

  /// Sets the value if it differs from `old`. The caller guarantees that `old` is the current value.
  @discardableResult
  func set(_ value: Value, after old: Value) -> Bool { !values.isSame(old, value) && set(value) }

  func end() { values.end() }
}

/// The storage of an ``Observed``, as a sequence of its values. Readers keep this object alive after the ``Observed``
/// itself is released.
final class ObservedValues<Element: Sendable>: AsyncSequence, Sendable {
  typealias Failure = Never

  private struct State {
    var value: Element
    var isOver = false
    var readers: [Int: AsyncStream<Element>.Continuation] = [:]
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
  fileprivate func set(_ value: Element) -> Element {
    state.withLock { state in
      let old = state.value
      guard !state.isOver else { return old }
      state.value = value
      // Pass the value on under the lock, so that readers receive the values in their order. This only resumes readers
      // and runs no program code.
      for reader in state.readers.values { reader.yield(value) }
      return old
    }
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
    let (stream, reader) = AsyncStream<Element>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (number, isOver) = state.withLock { state in
      reader.yield(state.value)
      state.lastReader += 1
      if !state.isOver { state.readers[state.lastReader] = reader }
      return (state.lastReader, state.isOver)
    }
    // Called when the iterator is released or the values end, so the reference to this object does not last.
    reader.onTermination = { _ in _ = self.state.withLock { $0.readers.removeValue(forKey: number) } }
    if isOver { reader.finish() }
    return Iterator(stream: stream.makeAsyncIterator(), isSame: isSame)
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var stream: AsyncStream<Element>.Iterator
    fileprivate let isSame: @Sendable (Element, Element) -> Bool
    fileprivate var last: Element?

    /// Returns the next value, or `nil` at the end or when the task is cancelled.
    mutating func next(isolation: isolated (any Actor)?) async -> Element? {
      // A cancelled stream still returns its last value.
      while let next = await stream.next(isolation: isolation), !Task.isCancelled {
        let isRepeated = last.map { isSame($0, next) } ?? false
        last = next
        if !isRepeated { return next }
      }
      return nil
    }
  }
}
