public import Foundation
import Logging

/// A navigation that a screen's page is about to begin: a link, a form's GET, or `location =`.
///
/// The page stays until the shell has decided. The interceptor and the policy have already allowed the navigation.
public struct Proposal: Sendable, Hashable {
  /// The shell's decision about a proposed navigation.
  ///
  /// ``push(_:)``, ``present(_:detent:)`` and ``replace(_:)`` show other content in place of the target, such as nodes
  /// of native code.
  public enum Decision: Sendable, Hashable {
    /// Shows the target in a new screen on top of the stack.
    case push
    /// Shows the target in a sheet.
    case present(Screen.Detent)
    /// Shows the target in a new screen that replaces the top screen.
    case replace
    /// Loads the target in the same screen.
    case load
    /// Opens the target in a sheet with a toolbar. See ``Shell/browse(_:detent:)``.
    case browse
    /// Opens the target outside the shell, in a new window of the browser.
    case open
    /// Shows other content in place of the target.
    case show(Substitute)
    /// Discards the navigation.
    case cancel

    /// Content that is shown in place of a proposed target. Each value is equal only to its copies.
    public struct Substitute: Sendable, Hashable {
      enum Way: Hashable { case push, present(Screen.Detent), replace }

      private let id = ScreenID()
      let content: Screen.Content
      let way: Way

      init(_ content: Screen.Content, _ way: Way) {
        self.content = content
        self.way = way
      }

      /// Returns whether both are copies of one value.
      public static func == (left: Self, right: Self) -> Bool { left.id == right.id }

      /// Hashes the identity of the value.
      public func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    /// Shows other content in a new screen on top of the stack.
    public static func push(_ content: Screen.Content) -> Decision { .show(Substitute(content, .push)) }

    /// Shows other content in a sheet.
    public static func present(_ content: Screen.Content, detent: Screen.Detent = .large) -> Decision {
      .show(Substitute(content, .present(detent)))
    }

    /// Shows other content in a new screen that replaces the top screen.
    public static func replace(_ content: Screen.Content) -> Decision { .show(Substitute(content, .replace)) }
  }

  /// The URL that the navigation leads to.
  public let url: URL
  /// The identifier of the screen whose page proposes the navigation.
  public let screen: ScreenID
  /// A Boolean value that indicates whether the target is at one of this server's ports, including those of proxied
  /// sites.
  public let isOfServer: Bool
  /// A Boolean value that indicates whether the navigation replaces the page's history entry, as `location.replace`
  /// and a refresh do. WebKit does not report replacements.
  public let isReplacement: Bool
  /// A Boolean value that indicates whether the proposing screen is the top screen.
  public internal(set) var isSeen = true

  /// A Boolean value that indicates whether the shell shows pages of other servers in screens
  /// (``ShellConfiguration/browser``).
  public internal(set) var isOfBrowser = false

  /// A Boolean value that indicates whether the shell is a kiosk, which its user must not leave.
  public internal(set) var isOfKiosk = false

  /// The decision that the shell makes if there is no ``Shell/proposalHandler``.
  ///
  /// A target on this server gets a new screen. A replacement, or a navigation of a page that is not visible, loads in
  /// the same screen. A target on another server opens in a sheet if the shell has a ``ShellConfiguration/browser`` (a
  /// replacement loads in the same screen), or else in a window. In a kiosk, or if the page is not visible, a target on
  /// another server is discarded.
  public var defaultDecision: Decision {
    guard isOfServer else {
      if isOfKiosk || !isSeen { return .cancel }
      return isOfBrowser ? (isReplacement ? .load : .browse) : .open
    }
    return isReplacement || !isSeen ? .load : .push
  }
}

extension Shell {
  /// Asks the proposal handler about a navigation and carries out the decision.
  func propose(_ proposal: Proposal) async {
    var proposal = proposal
    proposal.isSeen = topScreen?.id == proposal.screen
    proposal.isOfKiosk = module?.isKiosk == true
    proposal.isOfBrowser = module?.siteOpener != nil
    let decision = await proposalHandler?(proposal, self) ?? proposal.defaultDecision
    guard let screen = screens[proposal.screen] else { return }
    let url = module?.published(proposal.url, seenFrom: origin) ?? proposal.url
    // The target's screen gets the toolbar items and the bindings of the screen that proposed the navigation.
    func shown(_ id: ScreenID?) { if let id { screens[id]?.toolbarItems = screen.toolbarItems } }
    let target = Screen.Content.url(url).bound(to: bindings(of: screen, behindLinkTo: url))
    switch decision {
    case .push: shown(push(target))
    case .present(let detent): present(target, detent: detent)
    case .replace: shown(replace(target))
    case .show(let substitute):
      switch substitute.way {
      case .push: push(substitute.content)
      case .present(let detent): present(substitute.content, detent: detent)
      case .replace: replace(substitute.content)
      }
      abandon(proposal.screen)
    case .browse:
      browse(url)
      abandon(proposal.screen)
    case .load: load(proposal.url, in: proposal.screen)
    case .open:
      open(proposal.url)
      abandon(proposal.screen)
    case .cancel: abandon(proposal.screen)
    }
  }

  /// Removes the page of a screen if the page was never shown, because its first navigation led elsewhere.
  ///
  /// If the screen is the top one with other screens below it, the shell pops the screen. Otherwise the screen shows
  /// an error.
  private func abandon(_ id: ScreenID) {
    guard let webView = screens[id]?.webView, !webView.hasDocument else { return }
    letGo(id)
    if topScreen?.id == id, let place = history?.place, place.stack.count + place.sheets.count > 1 { return pop() }
    screens[id]?.loadingState = .failed(ShellError("This page leads to another server."))
    setNeedsUpdate()
  }

  /// Opens a URL outside the shell, in a new window of the browser.
  ///
  /// A browser may block the window if the user has not just clicked or pressed a key in the shell. Neither the
  /// interceptor nor the policy is asked.
  public func open(_ url: URL) { send(.open(url.absoluteString)) }

  /// Loads a URL in a screen without asking the proposal handler.
  func load(_ url: URL, in id: ScreenID) {
    guard let module else { return }
    if module.siteOpener != nil, !module.isOfServer(url, seenFrom: origin) {
      // The site of the page may have to be added first.
      screens[id]?.content = .url(url)
      screens[id]?.url = nil
      return loadAnew(id)
    }
    do {
      screens[id]?.url = try module.address(of: .url(url), seenFrom: origin)
      // The navigation replaces the page that was made from the snippet.
      if case .snippet(let snippet)? = screens[id]?.content, snippet.needsPreparation {
        letGo(id)
        screens[id]?.content = .url(url)
      }
      loadAnew(id)
    } catch {
      logger.warning("a page cannot be shown in its screen", metadata: ["reason": "\(error)"])
    }
  }
}
