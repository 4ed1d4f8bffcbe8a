package import DSBridge
import Foundation
package import SnippetBridge

/// A closure that receives the events of a shared page, in order and in the shell's isolation.
///
/// Several screens share such a page and show it one at a time. Each session of `SnippetVisits` uses one. The iframe of
/// the page never moves in the document, because browsers reload an iframe that is moved. The iframe is visible while
/// the top screen of the stack, or of the sheets, is one of the page's screens.
package typealias SharedPageReceiver = @Sendable (SharedPageEvent, isolated Shell) -> Void

/// An event of a shared page.
package enum SharedPageEvent: Sendable {
  /// The page's Turbo adapter has sent a message, which contains a name and data.
  case visit(JSON)
  /// A bridge component of the page has sent a message.
  case component(JSON)
  /// The page has tried to navigate. The navigation was cancelled, and Swift decides what happens instead.
  case navigation(SharedPageNavigation)
  /// The browser has submitted a form by POST without Turbo. The response will replace the document, or
  /// ``keptDocument`` follows.
  case posting(URL)
  /// The response to the form has no document, so the page stays.
  case keptDocument
  /// The iframe has a new document.
  case opened
  /// The document's loading state has changed.
  case loading(LoadingState)
  /// The title of the document has changed.
  case titled(String)
  /// The URL of the document has changed.
  case moved(URL)
  /// The iframe was removed, because its document crashed or was lost, or because the shell's page was reloaded.
  case ended
  /// The user wants a screen of the page to be loaded again.
  case reload(ScreenID)
  /// The user wants loading to be stopped.
  case stop
}

/// A navigation of a shared page, about which Swift must decide.
package struct SharedPageNavigation: Sendable {
  /// The navigation as the page or the request describes it.
  package var action: NavigationAction
  /// Whether the target replaces the page's history entry.
  package var isReplacement: Bool
  /// Whether the navigation is a redirect: a server has redirected the request for the document, or a script in the
  /// document navigates before the document has loaded.
  package var isRedirect: Bool
  /// Whether the target is at one of this server's ports.
  package var isOfServer: Bool
}
