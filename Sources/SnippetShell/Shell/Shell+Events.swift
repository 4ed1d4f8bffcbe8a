/// Events of the shell: screens that appear and disappear, selected tabs, turned pages, dismissed sheets.
extension Shell {
  /// A function that receives the events of a shell, in the shell's isolation.
  public typealias Observer = @Sendable (ShellEvent, isolated Shell) -> Void

  /// Adds a function that receives all later events, in order, while the shell lives.
  ///
  ///     shell.observe { event, shell in
  ///       if case .tabSelected(let tab) = event { usage.count(tab) }
  ///     }
  ///
  /// The function may change the shell. The events of such a change are sent after the events of the change that is
  /// being reported.
  public func observe(_ observer: @escaping Observer) { events.observers.append(observer) }

  /// Compares the visible screens with the last known ones, and sends the events of the difference.
  func visibilityChanged(_ reason: ShellEvent.Reason) {
    let now = isEnded ? VisibleScreens() : visibleScreens
    let old = events.visible
    guard now != old else { return }
    events.visible = now
    // If the page was not updated for the previous change yet, the remaining events of that change are sent first.
    tellOfCompletion()
    let known = old.events(to: now, because: reason) { screens[$0] }
    events.completion = known.after
    tell(known.before)
  }

  private var visibleScreens: VisibleScreens {
    guard let place = history?.place else { return VisibleScreens() }
    return VisibleScreens(of: place, detent: { screens[$0]?.detent }, page: { pagers[$0]?.current ?? $0 })
  }

  /// Sends the events that are due after the page was updated for a change.
  func tellOfCompletion() {
    let after = events.completion
    events.completion = []
    tell(after)
  }

  /// Sends events to the observers. Events of changes that an observer makes are sent after these.
  func tell(_ new: [ShellEvent]) {
    events.waiting += new
    guard !events.isTelling else { return }
    events.isTelling = true
    while !events.waiting.isEmpty {
      let event = events.waiting.removeFirst()
      for observer in events.observers { observer(event, self) }
    }
    events.isTelling = false
  }
}

/// The observers of a shell, and the events that are still to be sent.
struct ShellEvents {
  var observers: [Shell.Observer] = []
  /// The visible screens, as last reported to the observers.
  var visible = VisibleScreens()
  /// The events to send after the page was updated for the last change.
  var completion: [ShellEvent] = []
  /// The queue of the events that were not sent yet.
  var waiting: [ShellEvent] = []
  var isTelling = false
}
