public import DSBridge
public import Foundation

/// A type that routes URLs.
public protocol NavigationHandler: AnyObject {
  /// Routes a URL with the action ``VisitAction/advance``.
  func route(_ url: URL)
  /// Routes a proposal.
  func route(_ proposal: VisitProposal)
}

/// The members of a navigator that decision handlers can use.
public protocol Navigating: NavigationHandler {
  /// The lowest screen of the main stack.
  var rootViewController: ViewController? { get }
  /// The lowest screen of the modal; `nil` if none is shown.
  var modalRootViewController: ViewController? { get }
  /// The web view of the modal's session while a modal is shown; otherwise, the web view of the main session.
  var activeWebView: WebView? { get }
  /// The URL of the page on top; `nil` for native content.
  var currentVisitableURL: URL? { get }

  /// Routes a URL.
  func route(_ url: URL, options: VisitOptions?, parameters: Props?)
  /// Removes the top screen of the modal, or of the main stack if there is no modal. The root of the main stack is
  /// never removed. The modal closes when its last screen is removed.
  func pop(animated: Bool)
  /// Removes all screens except the root, and visits the root again.
  func clearAll(animated: Bool)
  /// Reloads the pages of both sessions.
  func reload()
  /// Opens a URL outside the shell.
  func openExternally(_ url: URL)
  /// Opens a page of another server in a sheet. If the shell cannot show such pages, opens the page in a new browser
  /// window.
  func browse(_ url: URL)
}

extension Navigating {
  /// Routes a URL with the action ``VisitAction/advance``.
  public func route(_ url: URL) { route(url, options: nil, parameters: nil) }
}
