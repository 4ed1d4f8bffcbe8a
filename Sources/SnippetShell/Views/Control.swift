/// A view that the user presses or changes: `UIControl`.
open class Control: View {
  /// What happens to a control, by UIKit's names.
  public enum Event: Sendable, Hashable {
    /// A click, a tap, or Enter.
    case touchUpInside
    /// A finger or a mouse button went down.
    case touchDown
    /// A field's text changed while it is typed.
    case editingChanged
    /// A field, a box or a choice was changed and left.
    case valueChanged
  }

  /// Whether the user can press it.
  open var isEnabled = true { didSet { if isEnabled != oldValue { setNeedsDisplay() } } }
  private var handlers: [(event: Event, handler: () -> Void)] = []

  /// Does something on an event, after what was added before.
  public func addAction(for event: Event = .touchUpInside, _ handler: @escaping () -> Void) {
    handlers.append((event, handler))
    setNeedsDisplay()
  }

  /// Does what was added for an event.
  open func sendActions(for event: Event) {
    for entry in handlers where entry.event == event { entry.handler() }
  }

  /// The events that somebody waits for.
  var awaitedEvents: [Event] { handlers.map(\.event) }

  /// A button with the subviews in it.
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

/// What the user did to a control of a bar: goes from the page to `receive(_:)` of the bar.
public struct ControlEvent: Sendable, Hashable {
  let control: Int
  let event: Control.Event
}
