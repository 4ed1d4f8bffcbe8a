/// The time that a test waits for an expected event.
///
/// All tests start at the same time, and Swift has one thread per core for their tasks. On a busy machine, a
/// handler's task may wait more than 30 s for a thread.
package enum Patience {
  package static let seconds = 120
}
