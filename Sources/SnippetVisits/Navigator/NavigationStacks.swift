import Foundation
import SnippetShell

/// The main and the modal stack of a navigator, and the rules by which a proposal changes them. A value type without
/// side effects.
struct NavigationStacks: Sendable, Hashable {
  /// A screen on a stack.
  struct Entry: Sendable, Hashable {
    let id: ScreenID
    /// The URL that was routed. The page may have navigated to a different URL since then.
    let url: URL
  }

  /// A visit that must be started before the shell shows the changed stacks.
  struct Visit: Sendable, Hashable {
    let screen: ScreenID
    let context: Navigation.Context
    let options: VisitOptions
  }

  /// The consequences of a change to the stacks: the visit to start, and the change to the shell's history.
  struct Outcome: Sendable, Hashable {
    var visit: Visit?
    /// Whether the change adds a history entry. Otherwise, the current entry is modified, or the history goes back to
    /// an earlier entry.
    var isNewEntry = false
    /// The screens that neither Back nor Forward may show again.
    var erased: Set<ScreenID> = []
  }

  private(set) var main: [Entry] = []
  /// The screens of the modal; empty if none is shown.
  private(set) var modal: [Entry] = []

  var isEmpty: Bool { main.isEmpty && modal.isEmpty }
  var top: Entry? { modal.last ?? main.last }
  var screens: [ScreenID] { (main + modal).map(\.id) }

  /// Applies a proposal.
  /// - Parameter id: the identifier for the new screen, if the proposal adds one.
  mutating func route(_ proposal: VisitProposal, as id: ScreenID) -> Outcome {
    let entry = Entry(id: id, url: proposal.url)
    let visit = Visit(screen: id, context: proposal.context, options: proposal.options)
    guard !main.isEmpty else {
      // The first proposal always creates the root, regardless of its path properties.
      main = [entry]
      return Outcome(visit: Visit(screen: id, context: .default, options: proposal.options))
    }
    if proposal.properties.historicalLocation {
      modal = []
      if proposal.presentation == .pop { pop() }
      return Outcome(visit: proposal.presentation == .refresh ? revisit(.default) : nil)
    }
    switch proposal.presentation {
    case .none: return Outcome()
    case .pop:
      // The popped screen is not erased, so the Forward button may show it again.
      pop()
      return Outcome()
    case .refresh:
      let popped = pop()
      return Outcome(visit: revisit(modal.isEmpty ? .default : .modal), erased: popped)
    case .clearAll: return clearAll()
    case .replaceRoot:
      let erased = Set(screens)
      (main, modal) = ([entry], [])
      let options = VisitOptions(action: .replace, response: proposal.options.response)
      return Outcome(visit: Visit(screen: id, context: .default, options: options), erased: erased)
    case .replace: return replaceTop(with: entry, visit)
    case .default: break
    }
    let hadModal = !modal.isEmpty
    var erased = proposal.context == .default ? dismissModal() : []
    if proposal.context == .modal, !hadModal {
      // The screen whose visit was redirected to a modal has no content.
      if proposal.isRedirect { erased = pop(from: .default) }
      modal = [entry]
      return Outcome(visit: visit, isNewEntry: true, erased: erased)
    }
    let isPathEnough = proposal.properties.queryStringPresentation == .replace
    let stack = self[proposal.context]
    if stack.last?.url.isSameLocation(as: proposal.url, byPath: isPathEnough) == true {
      var outcome = replaceTop(with: entry, visit)
      outcome.erased.formUnion(erased)
      return outcome
    }
    if let below = stack.dropLast().last, below.url.isSameLocation(as: proposal.url, byPath: isPathEnough) {
      // The screen below the top screen has this URL, so the top screen is popped. The screen below visits the URL
      // again, because its content may be outdated.
      self[proposal.context].removeLast()
      let visit = Visit(screen: below.id, context: proposal.context, options: proposal.options)
      return Outcome(visit: visit, erased: erased)
    }
    // A proposal that dismisses the modal came from a page in the modal. Such a proposal adds a screen even if its
    // action is `replace`, so that it does not replace the screen below the modal.
    guard proposal.options.action == .advance || proposal.context == .default && hadModal else {
      return replaceTop(with: entry, visit)
    }
    self[proposal.context].append(entry)
    return Outcome(visit: visit, isNewEntry: true, erased: erased)
  }

  /// Removes the top screen of a stack. The root of the main stack is never removed.
  /// - Parameter context: the stack; `nil` for the modal stack if a modal is shown, and otherwise the main stack.
  @discardableResult
  mutating func pop(from context: Navigation.Context? = nil) -> Set<ScreenID> {
    if !modal.isEmpty, context != .default { return [modal.removeLast().id] }
    return main.count > 1 ? [main.removeLast().id] : []
  }

  /// Removes all screens except the root, and visits the root again.
  mutating func clearAll() -> Outcome {
    let erased = Set(screens.dropFirst())
    (main, modal) = (Array(main.prefix(1)), [])
    return Outcome(visit: revisit(.default), erased: erased)
  }

  /// Removes the modal. Returns its screens.
  mutating func dismissModal() -> Set<ScreenID> {
    defer { modal = [] }
    return Set(modal.map(\.id))
  }

  /// Copies the screens that the shell shows. Called after the user has gone back or forward.
  mutating func adopt(main: [ScreenID], modal: [ScreenID], url: (ScreenID) -> URL?) {
    func entries(_ ids: [ScreenID]) -> [Entry] { ids.compactMap { id in url(id).map { Entry(id: id, url: $0) } } }
    (self.main, self.modal) = (entries(main), entries(modal))
  }

  // MARK: Parts

  /// The stack that a context specifies.
  private subscript(context: Navigation.Context) -> [Entry] {
    get { context == .modal ? modal : main }
    set { if context == .modal { modal = newValue } else { main = newValue } }
  }

  /// Replaces the top screen of the stack that the visit's context specifies. In the default context, this also
  /// dismisses the modal.
  private mutating func replaceTop(with entry: Entry, _ visit: Visit) -> Outcome {
    var erased = visit.context == .default ? dismissModal() : []
    let last = self[visit.context].popLast()
    if let last { erased.insert(last.id) }
    self[visit.context].append(entry)
    return Outcome(visit: visit, isNewEntry: last == nil, erased: erased)
  }

  private func revisit(_ context: Navigation.Context) -> Visit? {
    self[context].last.map { Visit(screen: $0.id, context: context, options: VisitOptions(action: .replace)) }
  }
}

extension URL {
  /// Returns whether two URLs have the same path and query or, if `byPath` is `true`, the same path. Host and fragment
  /// are ignored.
  func isSameLocation(as other: URL, byPath: Bool) -> Bool {
    byPath
      ? pathAndQuery.prefix { $0 != "?" } == other.pathAndQuery.prefix { $0 != "?" }
      : pathAndQuery == other.pathAndQuery
  }
}
