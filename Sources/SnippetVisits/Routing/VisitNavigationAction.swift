public import Foundation

/// A navigation of a session's page that is not a visit.
public struct VisitNavigationAction: Sendable, Hashable {
  /// The cause of a navigation.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// The user has followed a link.
    case linkActivated
    /// A form is sent.
    case formSubmitted
    /// The page is loaded again.
    case reload
    /// The user goes back or forward.
    case backForward
    /// A script, or another cause.
    case other
  }

  /// The target.
  public let url: URL
  /// The cause.
  public let navigationType: Kind
  /// A Boolean value that indicates whether the page itself navigates, not one of its iframes.
  public let isMainFrame: Bool
  /// A Boolean value that indicates whether the target opens in a new window.
  public let isNewWindow: Bool
  /// A Boolean value that indicates whether the user has just clicked or pressed a key.
  public let hasUserGesture: Bool

  /// Creates a navigation.
  public init(
    url: URL, navigationType: Kind, isMainFrame: Bool = true, isNewWindow: Bool = false, hasUserGesture: Bool = true
  ) {
    self.url = url
    self.navigationType = navigationType
    self.isMainFrame = isMainFrame
    self.isNewWindow = isNewWindow
    self.hasUserGesture = hasUserGesture
  }
}
