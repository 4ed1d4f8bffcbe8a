/// A function, and what the short way of a call needs of it. A class, because it is handed around at every call.
final class FoundFunction {
  /// As the page wrote it.
  let name: String
  /// Nil when it does not answer before it returns.
  let synchronous: ExposedFunction.Synchronous?
  /// It may run on an event loop.
  let isImmediate: Bool

  init(_ name: String, _ function: ExposedFunction, isImmediate: Bool) {
    self.name = name
    switch function.body {
    case .synchronous(let body):
      synchronous = body
      self.isImmediate = isImmediate
    case .completing:
      synchronous = nil
      self.isImmediate = isImmediate
    case .asynchronous, .streaming:
      synchronous = nil
      self.isImmediate = false
    }
  }
}
