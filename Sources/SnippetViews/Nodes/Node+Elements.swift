public import Foundation

// Functions that create common elements. These functions throw only if an address is not allowed, or if their closure
// throws.
extension Node {
  /// Returns an empty `div`.
  public static func div() -> Node { Node(known: "div") }

  /// Returns a `div` that contains `children`, without any style.
  public static func div(@NodeBuilder _ children: () throws -> [Node]) rethrows -> Node {
    Node(known: "div", .children(try children()))
  }

  /// Returns a stack that arranges its children vertically.
  /// - Parameter spacing: the space between children, in CSS pixels.
  public static func vstack(
    alignment: CrossAlignment = .center, spacing: CGFloat = 0, @NodeBuilder _ children: () throws -> [Node]
  ) rethrows -> Node {
    list("div", "vstack", try children()).aligned(alignment, spacing)
  }

  /// Returns a stack that arranges its children horizontally, in the writing direction.
  /// - Parameter spacing: the space between children, in CSS pixels.
  public static func hstack(
    alignment: CrossAlignment = .center, spacing: CGFloat = 0, @NodeBuilder _ children: () throws -> [Node]
  ) rethrows -> Node {
    list("div", "hstack", try children()).aligned(alignment, spacing)
  }

  /// Returns a stack that shows its children on top of each other.
  public static func zstack(@NodeBuilder _ children: () throws -> [Node]) rethrows -> Node {
    list("div", "zstack", try children())
  }

  private func aligned(_ alignment: CrossAlignment, _ spacing: CGFloat) -> Node {
    with {
      if alignment != .center { $0.style["align-items"] = alignment.rawValue }
      if spacing != 0 { $0.style["gap"] = CSS.pixels(spacing) }
    }
  }

  /// The alignment of a stack's children, perpendicular to the stack's direction.
  public enum CrossAlignment: String, Sendable {
    /// Aligns children with the stack's start.
    case start
    /// Centers the children.
    case center
    /// Aligns children with the stack's end.
    case end
    /// Stretches the children to the stack's size.
    case stretch
    /// Aligns the baselines of the children's first lines of text.
    case baseline
  }

  /// A node that fills the remaining space of a stack.
  public static var spacer: Node { list("div", "spacer") }

  /// A thin separator line.
  public static var divider: Node { Node(known: "hr") }

  /// Returns inline text.
  public static func text(_ text: String) -> Node { Node(known: "span", .text(text)) }

  /// Returns a paragraph of text.
  public static func paragraph(_ text: String) -> Node { Node(known: "p", .text(text)) }

  /// Returns text in a fixed-width font, such as an address.
  public static func code(_ text: String) -> Node { Node(known: "code", .text(text)) }

  /// Returns a heading. The level is clamped to 1 to 6.
  public static func heading(_ text: String, level: Int = 2) -> Node {
    Node(known: "h\(min(max(level, 1), 6))", .text(text))
  }

  /// Returns a button with a text label.
  public static func button(_ title: String, action: @escaping Action) -> Node {
    Node(known: "button", .text(title)).class("button").on(.click, perform: action)
  }

  /// Returns a button with an icon.
  /// - Parameter label: the text for screen readers, which is also the tooltip.
  public static func button(_ icon: Icon, label: String, action: @escaping Action) -> Node {
    list("button", "tool", [icon.node]).label(label).on(.click, perform: action).with { $0.attributes["title"] = label }
  }

  /// Returns a button that contains other nodes.
  public static func button(action: @escaping Action, @NodeBuilder label: () throws -> [Node]) rethrows -> Node {
    list("button", nil, try label()).on(.click, perform: action)
  }

  /// Returns a link. Throws if the address is not allowed.
  /// - Parameter action: the function to run when the user clicks the link. If set, the browser does not follow the
  ///   link, so the click does not leave the shell.
  public static func link(_ text: String, to address: String, action: Action? = nil) throws(NodeError) -> Node {
    try Node(known: "a", .text(text)).attribute("href", address).with { $0.actions[.click] = action }
  }

  /// Returns an image. Throws if the address is not allowed.
  /// - Parameters:
  ///   - address: an HTTP URL, a path of this server, or `data:image/…`.
  ///   - label: the text for screen readers; "" if the image is decorative.
  public static func image(_ address: String, label: String) throws(NodeError) -> Node {
    try Node(known: "img").attribute("src", address).with { $0.attributes["alt"] = label }
  }

  /// Returns an icon. Without a `label`, screen readers ignore the icon as decoration.
  public static func icon(_ icon: Icon, label: String? = nil) -> Node {
    guard let label else { return icon.node }
    return icon.node.role("img").label(label).with { $0.attributes["aria-hidden"] = nil }
  }

  /// Returns a list. Each child becomes a list item.
  public static func list(ordered: Bool = false, @NodeBuilder _ entries: () throws -> [Node]) rethrows -> Node {
    let entries = try entries().map { entry in
      entry.tag == "li" ? entry : Node(known: "li", .children([entry])).with { $0.key = entry.key }
    }
    return Node(known: ordered ? "ol" : "ul", .children(entries))
  }

  /// The purpose of a text field. Browsers choose a suitable on-screen keyboard for the purpose.
  public enum InputKind: String, Sendable {
    /// Any text.
    case text
    /// A search term.
    case search
    /// An email address.
    case email
    /// A telephone number.
    case telephone = "tel"
    /// A URL.
    case url
    /// A number.
    case number
    /// A password, which the browser hides.
    case password
    /// A date.
    case date
    /// A time of day.
    case time
  }

  /// Returns a text field.
  /// - Parameter value: the text to show in the field. If it is a text that the user has entered before, the browser
  ///   does not change the field, because the user may have typed more since then.
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

  /// Returns a checkbox with a text label.
  public static func checkbox(_ text: String, isOn: Bool, onChange: Action? = nil) -> Node {
    let box = Node(known: "input").with {
      $0.attributes = ["type": "checkbox"]
      if isOn { $0.attributes["checked"] = "" }
      $0.actions[.change] = onChange
    }
    return list("label", "checkbox", [box, .text(text)])
  }

  /// Returns a progress bar. The fraction is from 0 to 1; `nil` if the progress is unknown.
  public static func progress(_ fraction: Double?, label: String) -> Node {
    Node(known: "progress").with {
      $0.attributes = ["max": "1", "aria-label": label]
      guard let fraction else { return }
      $0.attributes["value"] = String(Double((min(max(fraction.isNaN ? 0 : fraction, 0), 1) * 1000).rounded()) / 1000)
    }
  }

  /// Returns a rotating symbol that indicates ongoing activity.
  public static func spinner(label: String = "Loading") -> Node { list("span", "spinner").role("status").label(label) }
}

// Elements for the shell's own use.
extension Node {
  /// Returns an element with a class and children. The tag is not checked, so the caller must pass an allowed tag.
  package static func list(_ tag: String, _ name: NodeClass?, _ children: [Node] = []) -> Node {
    var node = Node(known: tag, .children(children))
    if let name { node.add(name) }
    return node
  }

  package static func boldText(_ text: String) -> Node { Node(known: "b", .text(text)) }

  package func inert(_ isInert: Bool) -> Node { with { $0.attributes["inert"] = isInert ? "" : nil } }
}
