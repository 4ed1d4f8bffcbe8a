import DSBridgeLocks

/// A value that can be read and observed on any thread.
///
/// Each sequence in ``values`` begins with the current value. Values are not buffered: a slow reader skips intermediate
/// values and receives the newest one. A reader does not receive the same value twice in a row.
final class Observed<Value: Sendable>: Sendable {
  private let cell: ObservedCell<Value>
  private let isSame: @Sendable (Value, Value) -> Bool

  init(_ value: Value, isSame: @escaping @Sendable (Value, Value) -> Bool) {
    cell = ObservedCell(value)
    self.isSame = isSame
  }

  convenience init(_ value: Value) where Value: Equatable {
    self.init(value, isSame: ==)
  }

  deinit { cell.end() }

  var value: Value { cell.value }

  /// Sets the value. Returns whether the new value differs from the previous one.
  @discardableResult
  func set(_ value: Value) -> Bool { !isSame(cell.set(value), value) }

  /// Sets the value if it differs from `old`. The caller guarantees that `old` is the current value.
  @discardableResult
  func set(_ value: Value, after old: Value) -> Bool { !isSame(old, value) && set(value) }

  /// The current value, followed by all later values. Any number of readers is allowed.
  ///
  /// After ``end()`` was called or this object was deallocated, each sequence still returns the last value and then
  /// ends.
  var values: ObservedValues<Value> { ObservedValues(cell: cell, isSame: isSame) }

  func end() { cell.end() }
}

extension Observed where Value == LoadingState {
  /// Creates an observed loading state. A changed progress counts as a change, although `==` ignores the progress.
  convenience init(_ value: LoadingState) {
    self.init(value, isSame: { $0.isIdentical(to: $1) })
  }
}

/// The values of an ``Observed``, beginning with the current value.
struct ObservedValues<Element: Sendable>: AsyncSequence, Sendable {
  typealias Failure = Never

  fileprivate let cell: ObservedCell<Element>
  fileprivate let isSame: @Sendable (Element, Element) -> Bool

  func makeAsyncIterator() -> Iterator { Iterator(cell: cell, isSame: isSame) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let cell: ObservedCell<Element>
    fileprivate let isSame: @Sendable (Element, Element) -> Bool
    private var last: (value: Element, version: Int)?

    fileprivate init(cell: ObservedCell<Element>, isSame: @escaping @Sendable (Element, Element) -> Bool) {
      (self.cell, self.isSame) = (cell, isSame)
    }

    mutating func next() async -> Element? { await next(isolation: nil) }

    /// Returns the next value, or `nil` at the end or when the task is cancelled.
    mutating func next(isolation: isolated (any Actor)?) async -> Element? {
      while let next = await cell.next(after: last?.version, isolation: isolation) {
        let isRepeated = last.map { isSame($0.value, next.value) } ?? false
        last = next
        if !isRepeated { return next.value }
      }
      return nil
    }
  }
}

/// The storage of an ``Observed``. Readers keep the storage alive after the ``Observed`` itself is released.
private final class ObservedCell<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    /// The version number of the current value. The first value has version 0.
    var version = 0
    var isOver = false
    var readers: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastReader = 0
  }

  private let state: Mutex<State>

  init(_ value: Value) {
    state = Mutex(State(value: value))
  }

  var value: Value { state.withLock { $0.value } }

  /// Sets the value and returns the previous one.
  func set(_ value: Value) -> Value {
    // The old value is released, and readers are resumed, outside of the lock.
    let (old, readers) = state.withLock { state in
      let old = state.value
      guard !state.isOver else { return (old, [Int: CheckedContinuation<Void, Never>]()) }
      state.value = value
      state.version += 1
      defer { state.readers = [:] }
      return (old, state.readers)
    }
    for reader in readers.values { reader.resume() }
    return old
  }

  func end() {
    let readers = state.withLock { state in
      state.isOver = true
      defer { state.readers = [:] }
      return state.readers
    }
    for reader in readers.values { reader.resume() }
  }

  /// Waits for a value with a later version than `version`. Returns `nil` at the end or when the task is cancelled.
  func next(after version: Int?, isolation: isolated (any Actor)?) async -> (value: Value, version: Int)? {
    while !Task.isCancelled {
      let (next, isOver) = state.withLock { state in
        (state.version == version ? nil : (value: state.value, version: state.version), state.isOver)
      }
      if let next { return next }
      if isOver { return nil }
      await wait(after: version, isolation: isolation)
    }
    return nil
  }

  private func wait(after version: Int?, isolation: isolated (any Actor)?) async {
    let id = state.withLock { state in
      state.lastReader += 1
      return state.lastReader
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { continuation in
        let waits = state.withLock { state in
          // If the reader is cancelled after this check, the cancellation handler below resumes it.
          guard state.version == version, !state.isOver, !Task.isCancelled else { return false }
          state.readers[id] = continuation
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.readers.removeValue(forKey: id) }?.resume()
    }
  }
}
