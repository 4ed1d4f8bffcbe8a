import DSBridge

typealias Ended = () -> Void

/// A value type for a parameter that is named `block`. Many completions have the same name.
struct Block: Codable, Sendable {
  var size: Int
}

/// An actor with completions that are typealiases, optional, `@Sendable`, or on the main actor.
@Exposed
actor ActorCompletions {
  func once(_ x: Int, then: Once) { then(x) }
  func repeats(_ x: Int, then: Done) async throws { then(x, false); then(x + 1, true) }
  func ends(_ x: Int, then: Ended?) { then?() }
  func optional(_ x: Int, then: Once?) { then?(x) }
  func alone(then: Done?) { then?(1, true) }
  func sendable(_ then: @escaping @Sendable (Int) -> Void) { Task.detached { then(2) } }
  func main(_ then: @escaping @MainActor (Int, Bool) -> Void) { Task { @MainActor in then(3, true) } }
  func optionalClosure(_ x: Int, _ then: ((Int) -> Void)? = nil) { then?(x) }
  func values(_ x: Int, block: Block) async {}
  func more(x: Int, y: Int, done: Done) { done(x + y, true) }
}

@MainActor
@Exposed
class MainActorCompletions {
  func once(_ x: Int, then: Once) { then(x) }
  func repeats(_ x: Int, then: Done) async throws { then(x, false); then(x + 1, true) }
  func ends(_ x: Int, then: Ended?) { then?() }
  func optional(_ x: Int, then: Once?) { then?(x) }
  func alone(then: Done?) { then?(1, true) }
  func sendable(_ then: @escaping @Sendable (Int) -> Void) { Task.detached { then(2) } }
  func main(_ then: @escaping @MainActor (Int, Bool) -> Void) { Task { then(3, true) } }
  func optionalClosure(_ x: Int, _ then: ((Int) -> Void)? = nil) { then?(x) }
  func values(_ x: Int, block: Block) async {}
  func more(x: Int, y: Int, done: Done) { done(x + y, true) }
}

@Exposed
class WebViewCompletions {
  func once(_ x: Int, then: Once) { then(x) }
  nonisolated(nonsending) func repeats(_ x: Int, then: Done) async throws { then(x, false); then(x + 1, true) }
  nonisolated(nonsending) func ends(_ x: Int, then: Ended?) async { then?() }
  nonisolated(nonsending) func optional(_ x: Int, then: Once?) async { then?(x) }
  func alone(then: Done?) { then?(1, true) }
  func sendable(_ then: @escaping @Sendable (Int) -> Void) { Task.detached { then(2) } }
  func main(_ then: @escaping @MainActor (Int, Bool) -> Void) { Task { @MainActor in then(3, true) } }
  func optionalClosure(_ x: Int, _ then: ((Int) -> Void)? = nil) { then?(x) }
  nonisolated(nonsending) func values(_ x: Int, block: Block) async {}
  func more(x: Int, y: Int, done: Done) { done(x + y, true) }
}
