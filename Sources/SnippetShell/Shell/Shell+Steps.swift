import DSBridge
import Foundation
import SnippetBridge

/// Steps that pages make in themselves, by `pushState` and fragments, as entries of the shell's history.
///
/// The page adds no entry to the browser's history. It keeps the state of each step, and Swift tells it which step to
/// show. So the browser still has one entry for each place of the shell (decision 34).
extension Shell {
  private func recordsSteps(of screen: Screen) -> Bool {
    sharedPages[screen.id] == nil && bindings(of: screen).recordsSteps == true
  }

  /// Tells a new document whether its steps are recorded, and the number of the present one.
  func tellSteps(to webView: WebView, of screen: Screen) {
    guard recordsSteps(of: screen), let number = try? JSONSerializer().encode(screen.step?.number ?? 0) else { return }
    webView.tellPage("steps", number)
  }

  /// Adds an entry for a step that a page has made. A page that is not on top only changes its present step.
  /// - Parameter steps: the step that was left, and the new one.
  func stepped(_ id: ScreenID, in webView: WebView, _ steps: [PageStep]) {
    guard steps.count == 2, let screen = screens[id], screen.webView === webView, recordsSteps(of: screen) else {
      return
    }
    // A step that the page made before it was told to show another one is not recorded.
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

  /// Returns the place with the present step of its top screen.
  func withStep(_ place: Place) -> Place {
    var place = place
    place.step = place.top.flatMap { screens[$0]?.step }
    return place
  }

  /// Makes the page of the top screen show the step of the present place.
  func followStep() {
    guard let place = history?.place, let step = place.step, let id = place.top, let screen = screens[id],
      screen.step != step
    else { return }
    screens[id]?.step = step
    if let webView = screen.webView, screen.knownSteps?.contains(step.number) == true {
      if let json = try? JSONSerializer().encode(step) { webView.tellPage("step", json) }
    } else {
      // The document was loaded later, and does not know the state of the step. The page loads at the step's address.
      letGo(id)
      screens[id]?.url = screen.url.flatMap { URL(string: step.path, relativeTo: $0)?.absoluteURL }
    }
  }

  /// Goes to the neighboring entry if it is a step of the screen's page, as the page's navigator wants.
  func traverse(_ id: ScreenID, by count: Int) {
    guard let history, history.place.top == id, history.isStep(by: count) else { return }
    if count < 0 { goBack() } else { goForward() }
  }

  /// Tells the navigator of the top screen's page whether the neighboring entries are steps of this page.
  func tellNavigator() {
    guard let history, let screen = history.place.top.flatMap({ screens[$0] }), recordsSteps(of: screen) else { return }
    screen.webView?.setHistory(back: history.isStep(by: -1), forward: history.isStep(by: 1))
  }
}

extension ShellHistory {
  /// Whether the entry at this distance is a step of the page that is on top now.
  fileprivate func isStep(by count: Int) -> Bool {
    guard entries.indices.contains(index + count) else { return false }
    let other = entries[index + count].place
    return other.step != nil && other.top == place.top
  }
}
