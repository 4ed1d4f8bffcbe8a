/// How far a ``Download`` is. In the page it is an object: `{percent: 42, state: "running"}`.
struct DownloadProgress: Codable, Sendable {
  enum State: String, Codable, CaseIterable {
    case running, finished, cancelled
  }

  var percent: Int
  var state: State
}
