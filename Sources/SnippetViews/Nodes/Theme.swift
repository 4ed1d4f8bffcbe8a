/// The colors and sizes of a shell, as CSS variables (docs/guides/shell.md).
public struct Theme: Sendable, Hashable {
  package private(set) var style: [String: String] = [:]

  /// Creates a theme with the shell's default values.
  public init() {}

  /// Sets the CSS variable `name`, such as `--accent`. Throws if the name or the value is not allowed.
  /// - Parameter value: a CSS value, or `nil` for the shell's default.
  public mutating func set(_ name: String, to value: String?) throws(NodeError) {
    guard let value else { return style[name] = nil }
    guard name.hasPrefix("--") else { throw .property(name) }
    style[name] = try Node.list("div", nil).style(name, value).style[name]
  }

  /// The color of selected items and of buttons; `nil` for the shell's default.
  public var accent: Color? { didSet { style["--accent"] = accent?.css } }
}
