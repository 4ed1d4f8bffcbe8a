/// Something that happens once, perhaps on another thread, and is waited for.
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

  /// nil when the test is cancelled, or somebody has waited before.
  @discardableResult
  package func value() async -> Value? {
    for await value in values { return value }
    return nil
  }
}

extension Signal<Void> {
  package func send() { send(()) }
}
