import DSBridge

/// An interface that comes and goes while the page calls it.
@Exposed
struct Added {
  let text: String

  func getText() -> String { text }
}
