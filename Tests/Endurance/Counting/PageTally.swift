/// What a page has sent and seen. A page in a browser gives it as JSON.
struct PageTally: Codable, Sendable {
  /// The number of its last message to Swift.
  var sent = 0
  /// How many of them were blocking calls.
  var blocking = 0
  /// Numbers of the blocking calls that failed in the page: each may have arrived once, or never.
  var failed: Set<Int> = []
  /// What Swift sent.
  var seen = SequenceCheck()
  /// Answers and values of callbacks that were as they should be.
  var answers = 0
  /// Those that were not, in words.
  var wrong: [String] = []
}
