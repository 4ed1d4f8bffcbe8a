import DSBridge

/// An interface that is added and removed while the page calls it.
@Exposed
struct Added {
  let text: String

  func getText() -> String { text }
}
