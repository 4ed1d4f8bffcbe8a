public import Foundation

/// A change to the visible screens, tabs, pages or sheets of a shell, as reported by ``Shell/observe(_:)``.
///
/// For each screen, these events occur in turn: will appear, did appear, will disappear, did disappear. A screen is
/// visible if it is a sheet or the top screen of the selected tab's stack, and no sheet covers it. A sheet covers lower
/// sheets whose height is the same or smaller. A sheet of height `.full` covers the stack. If a visible screen shows
/// ``Pages``, only the current page counts as visible.
public enum ShellEvent: Sendable {
  /// The reason why a screen appears or disappears.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The shell started, or its page was loaded at another history entry.
    case start
    /// A screen was pushed.
    case push
    /// A screen or a sheet was popped.
    case pop
    /// A screen was replaced.
    case replace
    /// A sheet was presented.
    case present
    /// All sheets were dismissed.
    case dismiss
    /// The user or the program selected another tab.
    case tab
    /// The user or the program turned to another page of ``Pages``.
    case page
    /// The user or the program went back in the history.
    case back
    /// The user or the program went forward in the history.
    case forward
    /// The screen's tab was removed, or the shell ended.
    case removal
  }

  /// A screen is about to be shown. Its page may not be loaded yet.
  case screenWillAppear(Screen, Reason)
  /// The update that shows the screen was sent to the shell's page.
  case screenDidAppear(Screen, Reason)
  /// A screen is about to be hidden or removed.
  case screenWillDisappear(Screen, Reason)
  /// The update that hides the screen was sent to the shell's page, or the screen was removed.
  case screenDidDisappear(Screen, Reason)
  /// Another tab was selected, by the user, by the program, or by going back or forward.
  case tabSelected(Tab.ID)
  /// A screen with several pages starts to turn to the page at this index, because of a swipe or a call in Swift.
  case pageWillTurn(ScreenID, index: Int, direction: BarUpdateDirection)
  /// A screen with several pages has scrolled to this position, where 1.5 is halfway between the second and third
  /// pages.
  case pageTurning(ScreenID, position: CGFloat, direction: BarUpdateDirection)
  /// A screen with several pages has stopped scrolling at a different page, which has this index.
  case pageTurned(ScreenID, index: Int)
  /// A sheet is no longer shown. Going back or forward may show it again.
  case sheetDismissed(Screen, Reason)
}
