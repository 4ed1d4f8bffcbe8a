/// How far a ``LongTask`` is. In the page it is an object: `{percent: 42, state: "running"}`.
struct LongTaskProgress: Codable, Sendable {
  enum State: String, Codable, CaseIterable {
    case running, finished, cancelled
  }

  var percent: Int
  var state: State
}
