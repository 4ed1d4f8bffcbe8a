/// A value that one task or thread sends once, and another one awaits.
package struct Signal<Value: Sendable>: Sendable {
  private let values: AsyncStream<Value>
  private let sink: AsyncStream<Value>.Continuation

  package init() {
    (values, sink) = AsyncStream.makeStream()
  }

  package func send(_ value: Value) {
    sink.yield(value)
    sink.finish()
  }

  /// Waits for the value. Returns `nil` if the test is cancelled, or if the value was already awaited.
  @discardableResult
  package func value() async -> Value? {
    for await value in values { return value }
    return nil
  }
}

extension Signal<Void> {
  package func send() { send(()) }
}
