public import Foundation
import Logging

/// A navigation that a screen's page is about to begin: a link, a form's GET, `location =`. The page stays; the shell
/// decides. The interceptor and the policy were asked before.
public struct Proposal: Sendable, Hashable {
  /// What becomes of it.
  public enum Decision: Sendable, Hashable {
    /// A new screen shows it.
    case push
    /// A sheet shows it.
    case present(Screen.Detent)
    /// A new screen shows it in the place of this one.
    case replace
    /// It loads in the same screen.
    case load
    /// It opens outside of the shell, in a window of the browser's.
    case open
    /// Nothing.
    case cancel
  }

  /// Where it goes.
  public let url: URL
  /// The screen whose page it is.
  public let screen: ScreenID
  /// The server answers there, itself or for a remote snippet.
  public let isOfServer: Bool
  /// It takes the place of the page, as `location.replace` and a refresh do. WebKit does not say so.
  public let isReplacement: Bool
  /// The screen is the one that is seen.
  public internal(set) var isSeen = true

  /// The shell is a kiosk, which nobody is to get out of.
  public internal(set) var isOfKiosk = false

  /// Pages of the server get a screen, others a window, and in a kiosk nothing. What takes the place of a page, or is
  /// begun by a page that nobody sees, loads in the same screen.
  public var defaultDecision: Decision {
    guard isOfServer else { return isOfKiosk || !isSeen ? .cancel : .open }
    return isReplacement || !isSeen ? .load : .push
  }
}

extension Shell {
  /// A page of a screen wants to go somewhere.
  func propose(_ proposal: Proposal) async {
    var proposal = proposal
    proposal.isSeen = topScreen?.id == proposal.screen
    proposal.isOfKiosk = module?.isKiosk == true
    let decision = await proposalHandler?(proposal, self) ?? proposal.defaultDecision
    guard screens[proposal.screen] != nil else { return }
    switch decision {
    case .push: push(.url(proposal.url))
    case .present(let detent): present(.url(proposal.url), detent: detent)
    case .replace: replace(.url(proposal.url))
    case .load: load(proposal.url, in: proposal.screen)
    case .open:
      open(proposal.url)
      abandon(proposal.screen)
    case .cancel: abandon(proposal.screen)
    }
  }

  /// A screen whose first page leads to another server never has a page: it goes, or says so where it is the lowest.
  private func abandon(_ id: ScreenID) {
    guard let webView = screens[id]?.webView, !webView.hasDocument else { return }
    letGo(id)
    if topScreen?.id == id, let place = history?.place, place.stack.count + place.sheets.count > 1 { return pop() }
    screens[id]?.loadingState = .failed(ShellError("This page leads to another server."))
    setNeedsUpdate()
  }

  /// Opens an address outside of the shell, in a window of the browser's. Browsers may refuse it when the user has not
  /// just touched the shell. Neither an interceptor nor the policy is asked.
  public func open(_ url: URL) { send(.open(url.absoluteString)) }

  /// The page of the screen goes there, unasked.
  func load(_ url: URL, in id: ScreenID) {
    guard let module else { return }
    do {
      screens[id]?.url = try module.address(of: .url(url), seenFrom: origin)
      // The page that was made for the snippet is left.
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
