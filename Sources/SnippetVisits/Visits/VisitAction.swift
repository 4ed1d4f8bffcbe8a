/// The way in which a visit changes the stack of screens.
public enum VisitAction: String, Sendable, Hashable, Codable {
  /// Shows the target in a new screen.
  case advance
  /// Shows the target instead of the top screen.
  case replace
  /// Shows the target in its last state, from Turbo's cache if possible.
  case restore
}
