/// A frame of the server, as it arrived on the socket.
public struct ReceivedFrame: Sendable, Equatable {
  /// When, by the page's clock, since the page was opened.
  public var time: Duration
  /// What its first line says: `frame 7`. nil when it has none.
  public var number: Int?
  /// The other lines.
  public var lines: [String]

  /// Those lines that are evaluations: `callback`, `next`, `invoke`, `eval`, and the `fail` of a call with a callback.
  public var evaluations: [String] {
    lines.filter { line in
      switch line.prefix(while: { $0 != " " }) {
      case "callback", "next", "invoke", "eval": true
      case "fail":
        (try? ReceivedLine(line)).map { if case .fail(_, let failure) = $0 { failure.callback != nil } else { false } }
          ?? false
      default: false
      }
    }
  }
}
