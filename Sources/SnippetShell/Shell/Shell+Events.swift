/// Events of the shell: appearing and disappearing screens, selected tabs, turned pages, and dismissed sheets.
extension Shell {
  /// A function that receives the events of a shell, in the shell's isolation.
  public typealias Observer = @Sendable (ShellEvent, isolated Shell) -> Void

  /// Adds a function that receives all future events, in order, for the lifetime of the shell.
  ///
  ///     shell.observe { event, shell in
  ///       if case .tabSelected(let tab) = event { usage.count(tab) }
  ///     }
  ///
  /// The function may change the shell. The events of such a change are sent after all events of the current change.
  public func observe(_ observer: @escaping Observer) { events.observers.append(observer) }

  /// The number of observers.
  package var observerCount: Int { events.observers.count }

  /// Compares the visible screens with the previously visible ones, and sends the events for the differences.
  func visibilityChanged(_ reason: ShellEvent.Reason) {
    let now = isEnded ? VisibleScreens() : visibleScreens
    let old = events.visible
    guard now != old else { return }
    events.visible = now
    // If the page has not yet been updated for the previous change, the remaining events of that change are sent first.
    tellOfCompletion()
    let known = old.events(to: now, because: reason) { screens[$0] }
    events.completion = known.after
    tell(known.before)
  }

  private var visibleScreens: VisibleScreens {
    guard let place = history?.place else { return VisibleScreens() }
    return VisibleScreens(of: place, detent: { screens[$0]?.detent }, page: { pagers[$0]?.current ?? $0 })
  }

  /// Sends the events that are due after the page has been updated for a change.
  func tellOfCompletion() {
    let after = events.completion
    events.completion = []
    tell(after)
  }

  /// Sends events to the observers. If an observer changes the shell, the events of that change are sent after these
  /// events.
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

/// The observers of a shell, and the pending events.
struct ShellEvents {
  var observers: [Shell.Observer] = []
  /// The visible screens, as last reported to the observers.
  var visible = VisibleScreens()
  /// The events to send after the page has been updated for the last change.
  var completion: [ShellEvent] = []
  /// The queue of unsent events.
  var waiting: [ShellEvent] = []
  var isTelling = false
}
