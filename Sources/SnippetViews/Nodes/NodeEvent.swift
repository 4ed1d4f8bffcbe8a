/// An event of a node in the shell's page.
public struct NodeEvent: Sendable, Hashable {
  /// The events that nodes can listen to.
  public enum Name: String, Sendable, Hashable, CaseIterable, Codable {
    /// A click, a tap, or Enter on a button.
    case click
    /// The second click of a double click.
    case dblclick
    /// A right click or a long press.
    case contextmenu
    /// The text of a field has changed while the user is typing.
    case input
    /// The user has changed a checkbox or a choice, or has left a field after changing its text.
    case change
    /// The node received the focus.
    case focus
    /// The node lost the focus.
    case blur
    /// A key was pressed.
    case keydown
    /// A key was released.
    case keyup
    /// A finger or a mouse button was pressed.
    case pointerdown
    /// A finger or a mouse button was released over the node.
    case pointerup
    /// A finger or a mouse button that was pressed on the node was released elsewhere.
    case pointerupoutside
    /// The browser has ended a press, for example because the user scrolls.
    case pointercancel
    /// The pointer has entered the node.
    case pointerenter
    /// The pointer has left the node.
    case pointerleave
    /// A `details` element was opened or closed.
    case toggle
    /// A CSS transition ended.
    case transitionend
  }

  /// The value that an event carries.
  public enum Value: Sendable, Hashable {
    /// An empty value, for example for a click.
    case none
    /// The text of a field, or a key with its modifiers, such as `Enter` or `Control+k`.
    case text(String)
    /// Whether a checkbox or radio button is checked, or a `details` element is open.
    case flag(Bool)
  }

  /// The name of the event.
  public let name: Name
  /// The value that the event carries.
  public let value: Value

  /// Creates an event, for tests.
  public init(_ name: Name, value: Value = .none) {
    self.name = name
    self.value = value
  }

  /// The text of a field, or the key; `nil` for other events.
  public var text: String? { if case .text(let text) = value { text } else { nil } }

  /// Whether a checkbox or radio button is checked, or a `details` element is open; `nil` for other events.
  public var isOn: Bool? { if case .flag(let flag) = value { flag } else { nil } }
}

extension NodeEvent.Value: Codable {
  /// Decodes null, a string or a Boolean.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .none
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// Encodes null, a string or a Boolean.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .none: try container.encodeNil()
    case .text(let text): try container.encode(text)
    case .flag(let flag): try container.encode(flag)
    }
  }
}
