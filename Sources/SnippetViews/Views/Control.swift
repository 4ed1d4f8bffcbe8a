/// A view that the user can press or change. Corresponds to `UIControl`.
open class Control: View {
  /// The events of a control, with UIKit's names.
  public enum Event: Sendable, Hashable {
    /// A click, a tap, or the Enter key.
    case touchUpInside
    /// A finger or a mouse button was pressed.
    case touchDown
    /// The text of a field has changed, while the user types.
    case editingChanged
    /// The user has changed a checkbox or a choice, or has left a field after changing its text.
    case valueChanged
  }

  /// Whether the user can press the control.
  open var isEnabled = true { didSet { if isEnabled != oldValue { setNeedsDisplay() } } }
  private var handlers: [(event: Event, handler: () -> Void)] = []

  /// Adds a handler for an event. Handlers are called in the order in which they were added.
  public func addAction(for event: Event = .touchUpInside, _ handler: @escaping () -> Void) {
    handlers.append((event, handler))
    setNeedsDisplay()
  }

  /// Calls the handlers of an event.
  open func sendActions(for event: Event) {
    for entry in handlers where entry.event == event { entry.handler() }
  }

  /// The events that have a handler.
  var awaitedEvents: [Event] { handlers.map(\.event) }

  /// Returns a `button` that contains the subviews' elements.
  open override func element(containing children: [Node]) -> Node {
    Node(known: "button", .children(children)).disabled(!isEnabled).class("view")
  }
}

extension Control.Event {
  var nodeEvent: NodeEvent.Name {
    switch self {
    case .touchUpInside: .click
    case .touchDown: .pointerdown
    case .editingChanged: .input
    case .valueChanged: .change
    }
  }
}

/// A user's action on a control of a bar. The page sends the event, and the bar's `receive(_:)` handles it.
public struct ControlEvent: Sendable, Hashable {
  let control: Int
  let event: Control.Event
}
