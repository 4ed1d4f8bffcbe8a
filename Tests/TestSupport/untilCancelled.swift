/// Returns when the task is cancelled, and not before.
package nonisolated(nonsending) func untilCancelled() async {
  let (nothing, sink) = AsyncStream<Never>.makeStream()
  for await _ in nothing {}
  // Held until here: a stream whose sink is gone has ended.
  sink.finish()
}
