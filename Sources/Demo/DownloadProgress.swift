/// How far a ``Download`` is. In the page it is an object: `{percent: 42, state: "running"}`.
struct DownloadProgress: Encodable, Sendable {
  enum State: String, Encodable {
    case running, finished, cancelled
  }

  var percent: Int
  var state: State
}
