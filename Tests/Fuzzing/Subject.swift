/// Something that takes whatever a peer sends.
protocol Subject {
  static var name: String { get }
  static var corpus: String { get }
  static var tokens: [String] { get }
  /// How many executions follow each other before another subject has its turn: a slow one has fewer.
  static var stretch: Int { get }

  init() async throws
  /// Throws a ``Finding``; anything but a crash or an error that is thrown is fine.
  func run(_ input: [UInt8]) async throws
  /// After a stretch: whoever behaves is served as ever.
  func checkHealth() async throws
  func finish() async throws
}

extension Subject {
  func checkHealth() async throws {}
  func finish() async throws {}
}
