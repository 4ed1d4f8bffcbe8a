public import SnippetCatalog

/// The properties that a path configuration defines for a URL, by name.
///
/// A known property with a wrong type or an unknown value has its default value. The program can define further
/// properties.
public typealias PathProperties = [String: Props]

extension [String: Props] {
  /// The stack of the screen: `context`.
  public var context: Navigation.Context { value("context") ?? .default }
  /// The way in which a proposal changes the stack: `presentation`.
  public var presentation: Navigation.Presentation { value("presentation") ?? .default }
  /// The style of a modal: `modal_style`.
  public var modalStyle: Navigation.ModalStyle { value("modal_style") ?? .large }
  /// The meaning of URLs that have the same path and different queries: `query_string_presentation`.
  public var queryStringPresentation: Navigation.QueryStringPresentation {
    value("query_string_presentation") ?? .default
  }
  /// A Boolean value that indicates whether the user can reload the page by pulling: `pull_to_refresh_enabled`.
  public var pullToRefreshEnabled: Bool { self["pull_to_refresh_enabled"]?.bool ?? true }
  /// A Boolean value that indicates whether the user can close a modal with Escape, by clicking beside the sheet, or by
  /// dragging: `modal_dismiss_gesture_enabled`.
  public var modalDismissGestureEnabled: Bool { self["modal_dismiss_gesture_enabled"]?.bool ?? true }
  /// A Boolean value that indicates whether the change of the stack is animated: `animated`.
  public var animated: Bool { self["animated"]?.bool ?? true }
  /// The identifier of the view controller's type: `view_controller`. `web` by default.
  public var viewController: String { self["view_controller"]?.string ?? "web" }
  /// A Boolean value that indicates whether the URL is one of the three locations to which turbo-rails redirects to
  /// make an app go back, stay, or reload.
  public var historicalLocation: Bool { self["historical_location"]?.bool ?? false }

  private func value<Known: RawRepresentable<String>>(_ key: String) -> Known? {
    self[key]?.string.flatMap(Known.init(rawValue:))
  }

  /// The known properties with their allowed values; an empty list for a Boolean.
  private static let known: [String: [String]] = [
    "context": Navigation.Context.allCases.map(\.rawValue),
    "presentation": Navigation.Presentation.allCases.map(\.rawValue) + ["push"],
    "modal_style": Navigation.ModalStyle.allCases.map(\.rawValue),
    "query_string_presentation": Navigation.QueryStringPresentation.allCases.map(\.rawValue),
    "pull_to_refresh_enabled": [], "modal_dismiss_gesture_enabled": [], "animated": [], "historical_location": [],
  ]

  /// A sentence for each known property whose value is invalid, so that its default value applies.
  var problems: [String] {
    sorted { $0.key < $1.key }.compactMap { key, value in
      if key == "view_controller", value.string == nil { return "\(key) is not a text; its default applies." }
      guard let allowed = Self.known[key] else { return nil }
      if allowed.isEmpty {
        return value.bool == nil ? "\(key) is neither true nor false; its default applies." : nil
      }
      if let text = value.string, allowed.contains(text) { return nil }
      return "\(key) is none of \(allowed.joined(separator: ", ")); its default applies."
    }
  }
}
