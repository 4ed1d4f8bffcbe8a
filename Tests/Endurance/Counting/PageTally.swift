/// The messages that a page has sent and received. A page in a browser reports the tally as JSON.
struct PageTally: Codable, Sendable {
  /// The number of the page's last message to Swift.
  var sent = 0
  /// The number of blocking calls among the page's messages to Swift.
  var blocking = 0
  /// The numbers of the blocking calls that failed in the page. Each may have arrived once or not at all.
  var failed: Set<Int> = []
  /// The messages received from Swift.
  var seen = SequenceCheck()
  /// The number of correct answers and callback values.
  var answers = 0
  /// Descriptions of the wrong answers and callback values.
  var wrong: [String] = []
}
