public import Foundation

/// A change of the visible screens, tabs, pages or sheets of a shell, for ``Shell/observe(_:)``.
///
/// For each screen the events alternate: it will appear, did appear, will disappear, did disappear. A screen is visible
/// if it is the top screen of the selected tab's stack, or a sheet, and is not covered. A sheet covers lower sheets
/// whose height is the same or smaller. A sheet of height `.full` covers the stack. If a visible screen shows
/// ``Pages``, only the current page counts as visible.
public enum ShellEvent: Sendable {
  /// The reason why a screen appears or disappears.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The shell began, or its page was loaded at another entry of the history.
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
  /// A screen with several pages begins to turn to the page with this index, by a swipe or by Swift.
  case pageWillTurn(ScreenID, index: Int, direction: BarUpdateDirection)
  /// A screen with several pages has this scroll position: 1.5 is half way from the second page to the third.
  case pageTurning(ScreenID, position: CGFloat, direction: BarUpdateDirection)
  /// A screen with several pages has stopped at another page, which has this index.
  case pageTurned(ScreenID, index: Int)
  /// A sheet is no longer shown. Going back or forward may show it again.
  case sheetDismissed(Screen, Reason)
}
