/// Something that the user did to a node in the shell page.
public struct NodeEvent: Sendable, Hashable {
  /// The events that nodes can listen to.
  public enum Name: String, Sendable, Hashable, CaseIterable, Codable {
    /// A click, a tap, or Enter on a button.
    case click
    /// The second of two clicks.
    case dblclick
    /// A right click, or a long touch.
    case contextmenu
    /// A field's text changed while it is typed.
    case input
    /// A field's text, a checkbox or a choice was changed and left.
    case change
    /// The node got the focus.
    case focus
    /// The node lost the focus.
    case blur
    /// A key went down.
    case keydown
    /// A key went up.
    case keyup
    /// A finger or a mouse button went down.
    case pointerdown
    /// A finger or a mouse button went up.
    case pointerup
    /// The mouse came over the node.
    case pointerenter
    /// The mouse left the node.
    case pointerleave
    /// A `details` opened or closed.
    case toggle
    /// A CSS transition ended.
    case transitionend
  }

  /// What comes with an event.
  public enum Value: Sendable, Hashable {
    /// Nothing, as for a click.
    case none
    /// A field's text, or a key with what was held with it: `Enter`, `Control+k`.
    case text(String)
    /// Whether a checkbox, radio button or `details` is on.
    case flag(Bool)
  }

  /// Which event.
  public let name: Name
  /// What comes with it.
  public let value: Value

  /// An event, as a test makes it.
  public init(_ name: Name, value: Value = .none) {
    self.name = name
    self.value = value
  }

  /// A field's text, or the key; nil for other events.
  public var text: String? {
    if case .text(let text) = value { text } else { nil }
  }

  /// Whether the checkbox, radio button or `details` is on; nil for other events.
  public var isOn: Bool? {
    if case .flag(let flag) = value { flag } else { nil }
  }
}

extension NodeEvent.Value: Codable {
  /// Reads null, a string or a boolean.
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

  /// Writes null, a string or a boolean.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .none: try container.encodeNil()
    case .text(let text): try container.encode(text)
    case .flag(let flag): try container.encode(flag)
    }
  }
}
