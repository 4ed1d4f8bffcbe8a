/// Waits until the task is cancelled.
package nonisolated(nonsending) func untilCancelled() async {
  let (nothing, sink) = AsyncStream<Never>.makeStream()
  for await _ in nothing {}
  // Keep the sink until here: a stream ends when its sink is released.
  sink.finish()
}
