package import DSBridge
import Foundation
package import SnippetBridge

/// A page that several screens show, one at a time: the page of a session of `SnippetVisits`.
///
/// The iframe of the page never moves in the document, because browsers reload an iframe that is moved. It is visible
/// while the top screen of the stack, or of the sheets, is one of the page's screens.
struct SharedPage {
  /// Whether the screens of the page are sheets.
  let isSheet: Bool
  /// Receives the events of the page, in order and in the shell's isolation.
  let receive: @Sendable (SharedPageEvent, isolated Shell) -> Void
}

/// An event of a shared page.
package enum SharedPageEvent: Sendable {
  /// The page's adapter has sent a message: a name and its data.
  case visit(JSON)
  /// A bridge component of the page has sent a message.
  case component(JSON)
  /// The page has tried to navigate. The navigation was cancelled, and Swift decides what happens instead.
  case navigation(SharedPageNavigation)
  /// The browser has sent a form by POST without Turbo. It shows the result in place of the document.
  case posting(URL)
  /// The iframe has a new document.
  case opened
  /// The document's loading state has changed.
  case loading(LoadingState)
  /// The title of the document has changed.
  case titled(String)
  /// The URL of the document has changed.
  case moved(URL)
  /// The iframe was removed: its document has crashed or was lost, or the shell's page was reloaded.
  case ended
  /// The user wants a screen of the page to be loaded again.
  case reload(ScreenID)
  /// The user wants loading to be stopped.
  case stop
}

/// A navigation of a shared page that Swift decides about.
package struct SharedPageNavigation: Sendable {
  /// The navigation as the page or the request describes it.
  package var action: NavigationAction
  /// Whether the target replaces the page's entry in the history.
  package var isReplacement: Bool
  /// Whether a server has redirected the request for the document, or a script of the document navigates before the
  /// document has loaded.
  package var isRedirect: Bool
  /// Whether the target is at one of this server's ports.
  package var isOfServer: Bool
}
