/// A view that the user can press or change. Corresponds to `UIControl`.
open class Control: View {
  /// The events of a control, with UIKit's names.
  public struct Event: OptionSet, Sendable, Hashable {
    /// The events as bits.
    public let rawValue: UInt

    /// Creates a set of events from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A finger or a mouse button was pressed.
    public static let touchDown = Event(rawValue: 1 << 0)
    /// A click, a tap, or the Enter key.
    public static let touchUpInside = Event(rawValue: 1 << 6)
    /// The finger or the mouse button was released outside the control.
    public static let touchUpOutside = Event(rawValue: 1 << 7)
    /// The browser has ended the press, for example because the user scrolls.
    public static let touchCancel = Event(rawValue: 1 << 8)
    /// The user has changed a checkbox or a choice, or has left a field after changing its text. A custom control sends
    /// this event with ``Control/sendActions(for:)``.
    public static let valueChanged = Event(rawValue: 1 << 12)
    /// The text of a field has changed while the user is typing.
    public static let editingChanged = Event(rawValue: 1 << 17)
    /// The finger or the mouse button was released inside the control. This event ends the highlight.
    static let release = Event(rawValue: 1 << 24)
  }

  /// Whether the user can press the control.
  open var isEnabled = true { didSet { if isEnabled != oldValue { setNeedsDisplay() } } }
  /// Whether the user is pressing the control. Override this property to show the state.
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { setNeedsDisplay() } } }
  /// Whether the control is selected. Override this property to show the state.
  open var isSelected = false { didSet { if isSelected != oldValue { setNeedsDisplay() } } }
  private var handlers: [(events: Event, handler: () -> Void)] = []

  /// Adds a handler for events. Handlers are called in the order in which they were added.
  public func addAction(for events: Event = .touchUpInside, _ handler: @escaping () -> Void) {
    handlers.append((events, handler))
    setNeedsDisplay()
  }

  /// Adds a method of an object as a handler for events: `addTarget(self, action: Filter.pressed, for: .touchDown)`.
  /// The control holds only a weak reference to the object.
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> () -> Void, for events: Event
  ) {
    addAction(for: events) { [weak target] in if let target { action(target)() } }
  }

  /// Adds a method of an object as a handler for events. The method receives the control. The control holds only a weak
  /// reference to the object.
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> (Control) -> Void, for events: Event
  ) {
    addAction(for: events) { [weak target, weak self] in if let target, let self { action(target)(self) } }
  }

  /// Calls the handlers of events.
  open func sendActions(for events: Event) {
    for entry in handlers where !entry.events.isDisjoint(with: events) { entry.handler() }
  }

  /// Handles an event that the page has reported.
  func receive(_ event: Event) {
    switch event {
    case .touchDown: isHighlighted = true
    case .touchUpInside, .touchUpOutside, .touchCancel, .release: isHighlighted = false
    default: break
    }
    sendActions(for: event)
  }

  /// The events that the page reports: those that highlight the control, and those that have a handler.
  var awaitedEvents: Event {
    handlers.reduce([.touchDown, .touchUpOutside, .touchCancel, .release]) { $0.union($1.events) }
  }

  /// Returns a `button` that contains the subviews' elements.
  open override func element(containing children: [Node]) -> Node {
    Node(known: "button", .children(children)).disabled(!isEnabled).class("view")
  }
}

extension Control.Event {
  /// The events of a control, each with the name of the page's event that triggers it.
  static let nodeEvents: [(Control.Event, NodeEvent.Name)] = [
    (.touchDown, .pointerdown), (.touchUpInside, .click), (.touchUpOutside, .pointerupoutside),
    (.touchCancel, .pointercancel), (.release, .pointerup), (.editingChanged, .input), (.valueChanged, .change),
  ]
}

/// A user action on a control in a bar. The page sends the event, and the bar's `receive(_:)` handles it.
public struct ControlEvent: Sendable, Hashable {
  let control: Int
  let event: Control.Event
}
