public import Foundation

// The usual elements. None of them can fail; what is inside may throw.
extension Node {
  /// A box with nothing in it.
  public static func div() -> Node { Node(known: "div") }

  /// A box without a look of its own.
  public static func div(@NodeBuilder _ children: () throws -> [Node]) rethrows -> Node {
    Node(known: "div", .children(try children()))
  }

  /// Children below each other.
  public static func vstack(
    alignment: CrossAlignment = .center, spacing: CGFloat = 0, @NodeBuilder _ children: () throws -> [Node]
  ) rethrows -> Node {
    try stack("vstack", alignment, spacing, children)
  }

  /// Children beside each other, in the direction of writing.
  public static func hstack(
    alignment: CrossAlignment = .center, spacing: CGFloat = 0, @NodeBuilder _ children: () throws -> [Node]
  ) rethrows -> Node {
    try stack("hstack", alignment, spacing, children)
  }

  /// Children on top of each other.
  public static func zstack(@NodeBuilder _ children: () throws -> [Node]) rethrows -> Node {
    Node(known: "div", .children(try children())).with { $0.classes = ["zstack"] }
  }

  private static func stack(
    _ name: String, _ alignment: CrossAlignment, _ spacing: CGFloat, _ children: () throws -> [Node]
  ) rethrows -> Node {
    Node(known: "div", .children(try children())).with {
      $0.classes = [name]
      if alignment != .center { $0.style["align-items"] = alignment.rawValue }
      if spacing != 0 { $0.style["gap"] = CSS.pixels(spacing) }
    }
  }

  /// Where a stack's children stand across its direction.
  public enum CrossAlignment: String, Sendable {
    /// At its beginning.
    case start
    /// In its middle.
    case center
    /// At its end.
    case end
    /// From end to end.
    case stretch
    /// First lines of text on one line.
    case baseline
  }

  /// Takes the place that is left in a stack.
  public static var spacer: Node { Node(known: "div").with { $0.classes = ["spacer"] } }

  /// A thin line.
  public static var divider: Node { Node(known: "hr") }

  /// Text in a line.
  public static func text(_ text: String) -> Node { Node(known: "span", .text(text)) }

  /// Text as a paragraph.
  public static func paragraph(_ text: String) -> Node { Node(known: "p", .text(text)) }

  /// Text in a typewriter's letters, such as an address.
  public static func code(_ text: String) -> Node { Node(known: "code", .text(text)) }

  /// A heading of the levels 1 to 6; other levels become the nearest.
  public static func heading(_ text: String, level: Int = 2) -> Node {
    Node(known: "h\(min(max(level, 1), 6))", .text(text))
  }

  /// A button with a text.
  public static func button(_ title: String, action: @escaping Action) -> Node {
    Node(known: "button", .text(title)).with {
      $0.classes = ["button"]
      $0.actions[.click] = action
    }
  }

  /// A button with an icon; `label` is what a screen reader says, and shows when the mouse rests on it.
  public static func button(_ icon: Icon, label: String, action: @escaping Action) -> Node {
    Node(known: "button", .children([icon.node])).with {
      $0.classes = ["tool"]
      $0.attributes.merge(["aria-label": label, "title": label]) { $1 }
      $0.actions[.click] = action
    }
  }

  /// A button around other nodes.
  public static func button(action: @escaping Action, @NodeBuilder label: () throws -> [Node]) rethrows -> Node {
    Node(known: "button", .children(try label())).with { $0.actions[.click] = action }
  }

  /// A link. With `action`, a click does that instead of leaving the shell.
  public static func link(_ text: String, to address: String, action: Action? = nil) throws(NodeError) -> Node {
    var node = Node(known: "a", .text(text))
    try node.set(attribute: "href", to: address)
    node.actions[.click] = action
    return node
  }

  /// An image from an http address, a path of this server, or `data:image/…`. `label` is what a screen reader says; ""
  /// for decoration.
  public static func image(_ address: String, label: String) throws(NodeError) -> Node {
    var node = Node(known: "img")
    try node.set(attribute: "src", to: address)
    node.attributes["alt"] = label
    return node
  }

  /// A drawing of lines. Without `label` it is decoration.
  public static func icon(_ icon: Icon, label: String? = nil) -> Node {
    icon.node.with {
      guard let label else { return }
      $0.attributes["aria-hidden"] = nil
      $0.attributes["role"] = "img"
      $0.attributes["aria-label"] = label
    }
  }

  /// A list; each child is an entry.
  public static func list(ordered: Bool = false, @NodeBuilder _ entries: () throws -> [Node]) rethrows -> Node {
    let entries = try entries().map { entry in
      entry.tag == "li" ? entry : Node(known: "li", .children([entry])).with { $0.key = entry.key }
    }
    return Node(known: ordered ? "ol" : "ul", .children(entries))
  }

  /// What a field is for: browsers then show the right keyboard.
  public enum InputKind: String, Sendable {
    /// Any text.
    case text
    /// Something to look for.
    case search
    /// A mail address.
    case email
    /// A telephone number.
    case telephone = "tel"
    /// An address of a page.
    case url
    /// A number.
    case number
    /// A secret.
    case password
    /// A day.
    case date
    /// A time of day.
    case time
  }

  /// A field for text. `value` is what native code says stands in it: when it differs from what the user has typed, it
  /// replaces that.
  public static func input(
    _ kind: InputKind = .text, label: String, value: String? = nil, placeholder: String? = nil, onInput: Action? = nil
  ) -> Node {
    Node(known: "input").with {
      $0.classes = ["field"]
      $0.attributes = ["type": kind.rawValue, "aria-label": label]
      $0.attributes["value"] = value
      $0.attributes["placeholder"] = placeholder
      $0.actions[.input] = onInput
    }
  }

  /// A box to tick, with its text.
  public static func checkbox(_ text: String, isOn: Bool, onChange: Action? = nil) -> Node {
    let box = Node(known: "input").with {
      $0.attributes = ["type": "checkbox"]
      if isOn { $0.attributes["checked"] = "" }
      $0.actions[.change] = onChange
    }
    return Node(known: "label", .children([box, .text(text)])).with { $0.classes = ["checkbox"] }
  }

  /// How much is done, from 0 to 1; nil if nobody knows.
  public static func progress(_ fraction: Double?, label: String) -> Node {
    Node(known: "progress").with {
      $0.attributes = ["max": "1", "aria-label": label]
      guard let fraction else { return }
      $0.attributes["value"] = String(Double((min(max(fraction.isNaN ? 0 : fraction, 0), 1) * 1000).rounded()) / 1000)
    }
  }

  /// Something that turns, while one waits.
  public static func spinner(label: String = "Loading") -> Node {
    Node(known: "span").with {
      $0.classes = ["spinner"]
      $0.attributes = ["role": "status", "aria-label": label]
    }
  }
}
