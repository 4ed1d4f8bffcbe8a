/// A part of the server that processes arbitrary input from a peer.
protocol Subject {
  static var name: String { get }
  static var corpus: String { get }
  static var tokens: [String] { get }
  /// The number of executions before the time and the health are checked again. Slow subjects have a smaller number.
  static var stretch: Int { get }

  init() async throws
  /// Processes an input. Throws a ``Finding`` for a wrong result. If the server refuses an invalid input, that is
  /// correct, so nothing is thrown.
  func run(_ input: [UInt8]) async throws
  /// Checks that a correct client is still served. Called after each `stretch` of executions.
  func checkHealth() async throws
  func finish() async throws
}

extension Subject {
  func checkHealth() async throws {}
  func finish() async throws {}
}
