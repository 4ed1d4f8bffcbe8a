/// How far a web view is with its document. Seed: TWS's `TWSLoadingState`.
public enum LoadingState: Sendable {
  /// It has not had a document yet.
  case idle
  /// From 0 to 1; it only grows.
  case loading(progress: Double)
  /// Its document is here.
  case loaded
  /// No document has come, or one that says what went wrong.
  case failed(any Error)
}

extension LoadingState: Equatable {
  /// Progress does not count. Errors are the same when their descriptions are.
  public static func == (one: LoadingState, other: LoadingState) -> Bool {
    switch (one, other) {
    case (.idle, .idle), (.loading, .loading), (.loaded, .loaded): true
    case (.failed(let one), .failed(let other)): "\(one)" == "\(other)"
    default: false
    }
  }

  /// Whether nothing has changed for somebody who watches; here progress counts.
  func isIdentical(to other: LoadingState) -> Bool {
    if case .loading(let progress) = self, case .loading(let otherProgress) = other { return progress == otherProgress }
    return self == other
  }
}
