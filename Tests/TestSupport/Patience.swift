/// How long a test waits for what must come.
///
/// All tests begin at once, and Swift has one thread per core for their tasks: on a busy machine a handler's task waits
/// more than 30 s for its turn.
package enum Patience {
  package static let seconds = 120
}
