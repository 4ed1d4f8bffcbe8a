public import Foundation

extension Node {
  /// Any attribute of the list.
  public func attribute(_ name: String, _ value: String) throws(NodeError) -> Node {
    var node = self
    try node.set(attribute: name, to: value)
    return node
  }

  /// Any style property of the list, or a custom one: `--x`.
  public func style(_ property: String, _ value: String) throws(NodeError) -> Node {
    var node = self
    try node.set(property: property, to: value)
    return node
  }

  /// Adds classes.
  public func `class`(_ names: NodeClass...) -> Node { with { for name in names { $0.add(name) } } }

  /// Tells the node from its siblings, so that it stays the same element when they come, go and move.
  public func key(_ key: String) -> Node { with { $0.key = key } }

  /// Does something on an event; what was there for the same event is replaced.
  public func on(_ event: NodeEvent.Name, perform action: @escaping Action) -> Node {
    with { $0.actions[event] = action }
  }

  /// What a screen reader says.
  public func label(_ text: String) -> Node { with { $0.attributes["aria-label"] = text } }

  /// What it is for a screen reader, such as `alert`.
  public func role(_ role: String) -> Node { with { $0.attributes["role"] = role } }

  /// Hides it from everybody.
  public func hidden(_ isHidden: Bool = true) -> Node { with { $0.attributes["hidden"] = isHidden ? "" : nil } }

  /// Makes a button or a field refuse the user. Other elements have no such state and stay as they are.
  public func disabled(_ isDisabled: Bool = true) -> Node {
    with {
      guard NodeNames.allows(attribute: "disabled", on: tag) else { return }
      $0.attributes["disabled"] = isDisabled ? "" : nil
    }
  }

  /// The colour of its text, and of icons in it.
  public func foreground(_ color: Color) -> Node { with { $0.style["color"] = color.css } }

  /// The colour behind it.
  public func background(_ color: Color) -> Node { with { $0.style["background"] = color.css } }

  /// Room inside, on all sides.
  public func padding(_ all: CGFloat) -> Node { with { $0.style["padding"] = CSS.pixels(all) } }

  /// Room inside, along and across the lines of text.
  public func padding(inline: CGFloat, block: CGFloat) -> Node {
    with { $0.style["padding"] = "\(CSS.pixels(block)) \(CSS.pixels(inline))" }
  }

  /// A fixed size.
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> Node {
    with {
      if let width { $0.style["width"] = CSS.pixels(width) }
      if let height { $0.style["height"] = CSS.pixels(height) }
    }
  }

  /// Round corners.
  public func cornerRadius(_ radius: CGFloat) -> Node { with { $0.style["border-radius"] = CSS.pixels(radius) } }

  /// From 0, not seen, to 1.
  public func opacity(_ opacity: CGFloat) -> Node { with { $0.style["opacity"] = CSS.number(Double(opacity)) } }

  /// The letters of its text.
  public func font(_ font: Font) -> Node { with { $0.style.merge(font.style) { $1 } } }
}
