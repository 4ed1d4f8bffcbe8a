public import Foundation

extension Node {
  /// Returns the node with an attribute. Throws if the attribute or the value is not allowed.
  public func attribute(_ name: String, _ value: String) throws(NodeError) -> Node {
    var node = self
    try node.set(attribute: name, to: value)
    return node
  }

  /// Returns the node with a style property or a CSS variable, such as `--x`. Throws if the property or the value is
  /// not allowed.
  public func style(_ property: String, _ value: String) throws(NodeError) -> Node {
    var node = self
    try node.set(property: property, to: value)
    return node
  }

  /// Returns the node with additional classes.
  public func `class`(_ names: NodeClass...) -> Node { with { for name in names { $0.add(name) } } }

  /// Returns the node with a key. A key identifies the node among its siblings, so that its element is kept when
  /// siblings are added, removed or moved.
  public func key(_ key: String) -> Node { with { $0.key = key } }

  /// Returns the node with an action for an event. An earlier action for the same event is replaced.
  public func on(_ event: NodeEvent.Name, perform action: @escaping Action) -> Node {
    with { $0.actions[event] = action }
  }

  /// Returns the node with a label for screen readers.
  public func label(_ text: String) -> Node { with { $0.attributes["aria-label"] = text } }

  /// Returns the node with a role for screen readers, such as `alert`.
  public func role(_ role: String) -> Node { with { $0.attributes["role"] = role } }

  /// Returns the node, hidden from view and from screen readers if `isHidden` is `true`.
  public func hidden(_ isHidden: Bool = true) -> Node { with { $0.attributes["hidden"] = isHidden ? "" : nil } }

  /// Returns the node, disabled if `isDisabled` is `true`. A disabled node ignores user input. Elements that cannot be
  /// disabled are returned unchanged.
  public func disabled(_ isDisabled: Bool = true) -> Node {
    with {
      guard NodeNames.allows(attribute: "disabled", on: tag) else { return }
      $0.attributes["disabled"] = isDisabled ? "" : nil
    }
  }

  /// Returns the node with a color for its text and icons.
  public func foreground(_ color: Color) -> Node { with { $0.style["color"] = color.css } }

  /// Returns the node with a background color.
  public func background(_ color: Color) -> Node { with { $0.style["background"] = color.css } }

  /// Returns the node with padding on all sides, in CSS pixels.
  public func padding(_ all: CGFloat) -> Node { with { $0.style["padding"] = CSS.pixels(all) } }

  /// Returns the node with padding before and after (`inline`) and above and below (`block`) the lines of text, in CSS
  /// pixels.
  public func padding(inline: CGFloat, block: CGFloat) -> Node {
    with { $0.style["padding"] = "\(CSS.pixels(block)) \(CSS.pixels(inline))" }
  }

  /// Returns the node with a fixed width, height, or both, in CSS pixels.
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> Node {
    with {
      if let width { $0.style["width"] = CSS.pixels(width) }
      if let height { $0.style["height"] = CSS.pixels(height) }
    }
  }

  /// Returns the node with rounded corners. The radius is in CSS pixels.
  public func cornerRadius(_ radius: CGFloat) -> Node { with { $0.style["border-radius"] = CSS.pixels(radius) } }

  /// Returns the node with an opacity from 0 (invisible) to 1.
  public func opacity(_ opacity: CGFloat) -> Node { with { $0.style["opacity"] = CSS.number(Double(opacity)) } }

  /// Returns the node with a font for its text.
  public func font(_ font: Font) -> Node { with { $0.style.merge(font.style) { $1 } } }
}
