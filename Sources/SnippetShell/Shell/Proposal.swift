public import Foundation
import Logging

/// A navigation that the page of a screen is about to start: a link, a form with the method GET, or an assignment to
/// `location`.
///
/// The page remains loaded until the shell has made a decision. The interceptor and the navigation policy have already
/// allowed the navigation.
public struct Proposal: Sendable, Hashable {
  /// The shell's decision about a proposed navigation.
  ///
  /// ``push(_:)``, ``present(_:detent:)`` and ``replace(_:)`` show other content instead of the target, such as native
  /// nodes.
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
    /// Shows other content instead of the target.
    case show(Substitute)
    /// Discards the navigation.
    case cancel

    /// Content that is shown instead of a proposed target. A value is equal only to copies of itself.
    public struct Substitute: Sendable, Hashable {
      private let id = ScreenID()
      let show: @Sendable (isolated Shell) -> Void

      init(_ show: @escaping @Sendable (isolated Shell) -> Void) { self.show = show }

      /// Returns `true` if both values are copies of the same value.
      public static func == (left: Self, right: Self) -> Bool { left.id == right.id }

      /// Hashes the identity of the value.
      public func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    /// Shows other content in a new screen on top of the stack.
    public static func push(_ content: Screen.Content) -> Decision { .show(Substitute { $0.push(content) }) }

    /// Shows other content in a sheet.
    public static func present(_ content: Screen.Content, detent: Screen.Detent = .large) -> Decision {
      .show(Substitute { $0.present(content, detent: detent) })
    }

    /// Shows other content in a new screen that replaces the top screen.
    public static func replace(_ content: Screen.Content) -> Decision { .show(Substitute { $0.replace(content) }) }
  }

  /// The target URL of the navigation.
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

  /// A Boolean value that indicates whether the shell is a kiosk, which the user cannot leave.
  public internal(set) var isOfKiosk = false

  /// The decision that the shell makes if there is no ``Shell/proposalHandler``.
  ///
  /// A target such as `mailto:` is passed to the system. A target on this server opens in a new screen. A replacement,
  /// or a navigation of a page that is not visible, loads in the same screen. A target on another server opens in a new
  /// window. If ``ShellConfiguration/browser`` is set, it opens in a sheet instead, or in the same screen if the
  /// navigation is a replacement. In a kiosk, or if the page is not visible, a navigation to another server is
  /// discarded.
  public var defaultDecision: Decision {
    guard isOfServer else {
      if isOfKiosk || !isSeen { return .cancel }
      if url.isOfPrograms { return .open }
      return isOfBrowser ? (isReplacement ? .load : .browse) : .open
    }
    return isReplacement || !isSeen ? .load : .push
  }
}

extension Proposal {
  /// Returns the decision, or another one if no screen can show the target because it belongs to another program.
  func possible(_ decision: Decision) -> Decision {
    guard url.isOfPrograms else { return decision }
    return switch decision {
    case .push, .present, .replace, .load, .browse: defaultDecision
    case .open, .show, .cancel: decision
    }
  }
}

extension URL {
  var isWebPage: Bool { ["http", "https"].contains(scheme?.lowercased()) }

  /// Whether the system passes the URL to another program, such as `tel:` and `mailto:`. In an iframe of the shell,
  /// whose policy allows only web pages, Chromium would show an error in place of the page.
  var isOfPrograms: Bool {
    !isWebPage && !["about", "blob", "data", "javascript", nil].contains(scheme?.lowercased())
  }
}

extension Shell {
  /// Asks the proposal handler for a decision about a navigation, and carries out the decision.
  func propose(_ proposal: Proposal) async {
    var proposal = proposal
    proposal.isSeen = topScreen?.id == proposal.screen
    (proposal.isOfKiosk, proposal.isOfBrowser) = (isKiosk, isBrowser)
    let decision = proposal.possible(await proposalHandler?(proposal, self) ?? proposal.defaultDecision)
    guard let screen = screens[proposal.screen] else { return }
    let url =
      proposal.isOfBrowser ? module?.published(proposal.url, seenFrom: origin) ?? proposal.url : proposal.url
    // The target's screen inherits the bindings of the screen that proposed the navigation. A target on the stack also
    // inherits the toolbar items.
    func shown(_ id: ScreenID?) { if let id { screens[id]?.toolbarItems = screen.toolbarItems } }
    let target = Screen.Content.url(url).bound(to: bindings(of: screen, behindLinkTo: url))
    switch decision {
    case .push: shown(push(target))
    case .present(let detent): present(target, detent: detent)
    case .replace: shown(replace(target))
    case .show(let substitute):
      substitute.show(self)
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

  /// Removes the page of a screen if no document was ever loaded, because the first navigation led elsewhere.
  ///
  /// If the screen is on top of other screens, the shell pops it. Otherwise, the screen shows an error.
  private func abandon(_ id: ScreenID) {
    guard let webView = screens[id]?.webView, !webView.hasDocument else { return }
    letGo(id)
    if topScreen?.id == id, let place = history?.place, place.stack.count + place.sheets.count > 1 { return pop() }
    update(id) { $0.loadingState = .failed(ShellError("This page leads to another server.")) }
  }

  /// Opens a URL outside the shell, in a new window of the browser. The system passes a URL such as `mailto:` to
  /// another program, if the user has just clicked or pressed a key.
  ///
  /// A browser may block the window if the user has not just clicked or pressed a key in the shell. Neither the
  /// interceptor nor the navigation policy is consulted.
  public func open(_ url: URL) { send(.open(url.absoluteString)) }

  /// Loads a URL in a screen without asking the proposal handler.
  func load(_ url: URL, in id: ScreenID) {
    guard let module else { return }
    if module.siteOpener != nil, !module.isOfServer(url, seenFrom: origin) {
      // A page of another server may first need a proxied site, which `loadAnew(_:)` adds.
      screens[id]?.content = .url(url)
      screens[id]?.url = nil
      return loadAnew(id)
    }
    do {
      screens[id]?.url = try module.address(of: .url(url), seenFrom: origin)
      // The navigation replaces the page that was generated from the snippet.
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
