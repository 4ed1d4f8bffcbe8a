public import Foundation
public import SnippetCatalog

/// A visit that a page or the program proposes. The route decision handlers and the navigator's delegate decide whether
/// and how the visit is shown.
public struct VisitProposal: Sendable, Hashable {
  /// The URL to visit.
  public let url: URL
  /// The action, and the response if it has already arrived.
  public let options: VisitOptions
  /// The properties that the path configuration has for the URL.
  public let properties: PathProperties
  /// The values that the program has passed to `route(_:options:parameters:)`.
  public let parameters: Props?

  /// Creates a proposal.
  public init(
    url: URL, options: VisitOptions = VisitOptions(), properties: PathProperties = [:], parameters: Props? = nil
  ) {
    self.url = url
    self.options = options
    self.properties = properties
    self.parameters = parameters
  }

  /// The stack of the new screen.
  public var context: Navigation.Context { properties.context }
  /// The way in which the proposal changes the stack.
  public var presentation: Navigation.Presentation { properties.presentation }
  /// The style of a modal.
  public var modalStyle: Navigation.ModalStyle { properties.modalStyle }
  /// A Boolean value that indicates whether the user can reload the page by pulling.
  public var pullToRefreshEnabled: Bool { properties.pullToRefreshEnabled }
  /// A Boolean value that indicates whether the user can close a modal with Escape, by clicking beside the sheet, or by
  /// dragging.
  public var modalDismissGestureEnabled: Bool { properties.modalDismissGestureEnabled }
  /// The identifier of the view controller's type.
  public var viewController: String { properties.viewController }
  /// A Boolean value that indicates whether the change of the stack is animated.
  public var animated: Bool { properties.animated }
  /// A Boolean value that indicates whether the proposal follows a redirect.
  public var isRedirect: Bool { options.response?.redirected == true }
}
