import DSBridge
import Foundation
import SnippetBridge

/// Support for steps, which are navigations within a document, by `pushState` or to a fragment. Each step is an entry
/// in the shell's history.
///
/// The page adds no entry to the browser's history. The page stores the state of each step, and Swift tells the page
/// which step to show. The browser's history therefore has exactly one entry for each place in the shell (decision 34).
extension Shell {
  private func recordsSteps(of screen: Screen) -> Bool {
    sharedPages[screen.id] == nil && bindings(of: screen).recordsSteps == true
  }

  /// Notifies a new document that its steps are recorded, and sends the number of the current step. Does nothing if
  /// steps are not recorded.
  func tellSteps(to webView: WebView, of screen: Screen) {
    guard recordsSteps(of: screen), let number = try? JSONSerializer().encode(screen.step?.number ?? 0) else { return }
    webView.tellPage("steps", number)
  }

  /// Adds a history entry for a step that a page has made. If the page is not on top, only stores the step as the
  /// page's current step.
  /// - Parameter steps: the previous step and the new one.
  func stepped(_ id: ScreenID, in webView: WebView, _ steps: [PageStep]) {
    guard steps.count == 2, let screen = screens[id], screen.webView === webView, recordsSteps(of: screen) else {
      return
    }
    // The page may have made this step before it received the command to show a different step. In this case, the step
    // is not recorded, and the page is told the current step again.
    guard steps[0].number == screen.step?.number ?? 0, steps[1].number > steps[0].number, steps.allSatisfy(\.isValid)
    else { return tellSteps(to: webView, of: screen) }
    screens[id]?.step = steps[1]
    let first = min(screen.knownSteps?.lowerBound ?? steps[0].number, steps[0].number)
    screens[id]?.knownSteps = first...steps[1].number
    guard var place = history?.place, place.top == id else { return }
    place.step = steps[0]
    history?.replace(with: place)
    place.step = steps[1]
    history?.push(place, key: newKey())
    settle(.push)
  }

  /// Returns a copy of the place that includes the current step of its top screen.
  func withStep(_ place: Place) -> Place {
    var place = place
    place.step = place.top.flatMap { screens[$0]?.step }
    return place
  }

  /// Makes the page of the top screen show the step of the current place.
  func followStep() {
    guard let place = history?.place, let step = place.step, let id = place.top, let screen = screens[id],
      screen.step != step
    else { return }
    screens[id]?.step = step
    if let webView = screen.webView, screen.knownSteps?.contains(step.number) == true {
      if let json = try? JSONSerializer().encode(step) { webView.tellPage("step", json) }
    } else {
      // The document was loaded after the step was made, so it does not have the step's state. The page is loaded
      // again, at the step's address.
      letGo(id)
      screens[id]?.url = screen.url.flatMap { URL(string: step.path, relativeTo: $0)?.absoluteURL }
    }
  }

  /// Goes back or forward by one entry at the request of the page's navigator, if that entry is a step of the page.
  func traverse(_ id: ScreenID, by count: Int) {
    guard let history, history.place.top == id, history.isStep(by: count) else { return }
    if count < 0 { goBack() } else { goForward() }
  }

  /// Notifies the navigator of the top screen's page whether the previous and next history entries are steps of this
  /// page.
  func tellNavigator() {
    guard let history, let screen = history.place.top.flatMap({ screens[$0] }), recordsSteps(of: screen) else { return }
    screen.webView?.setHistory(back: history.isStep(by: -1), forward: history.isStep(by: 1))
  }
}

extension ShellHistory {
  /// Returns whether the entry `count` entries after the current one is a step of the top screen's page. A negative
  /// `count` means an earlier entry.
  fileprivate func isStep(by count: Int) -> Bool {
    guard let other = place(after: count) else { return false }
    return other.step != nil && other.top == place.top
  }
}
