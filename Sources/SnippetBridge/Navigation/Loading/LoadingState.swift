/// The state of a web view's navigation. Corresponds to TWS's `TWSLoadingState`.
public enum LoadingState: Sendable {
  /// The web view has not shown a document yet.
  case idle
  /// A document is loading. The progress ranges from 0 to 1 and never decreases.
  case loading(progress: Double)
  /// The document is loaded.
  case loaded
  /// The navigation failed. Either no document arrived, or the server responded with an error.
  case failed(any Error)
}

extension LoadingState: Equatable {
  /// Compares two states without regard to the progress. Errors are equal if their descriptions are equal.
  public static func == (one: LoadingState, other: LoadingState) -> Bool {
    switch (one, other) {
    case (.idle, .idle), (.loading, .loading), (.loaded, .loaded): true
    case (.failed(let one), .failed(let other)): "\(one)" == "\(other)"
    default: false
    }
  }

  /// Returns whether two states are equal, including the progress.
  func isIdentical(to other: LoadingState) -> Bool {
    if case .loading(let progress) = self, case .loading(let otherProgress) = other { return progress == otherProgress }
    return self == other
  }
}
