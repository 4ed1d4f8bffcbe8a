/// A shell's colours and sizes, as variables of its style sheet (docs/shell.md).
public struct Theme: Sendable, Hashable {
  var style: [String: String] = [:]

  /// As the shell comes.
  public init() {}

  /// Sets the variable `name`, such as `--accent`, to a CSS value; nil: as the shell comes. Throws for what is none.
  public mutating func set(_ name: String, to value: String?) throws(NodeError) {
    guard let value else { return style[name] = nil }
    guard name.hasPrefix("--") else { throw .property(name) }
    style[name] = try Node.list("div", nil).style(name, value).style[name]
  }

  /// The colour of what is selected, and of buttons.
  public var accent: Color? {
    didSet { style["--accent"] = accent?.css }
  }
}
