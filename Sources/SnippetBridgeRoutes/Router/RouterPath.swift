/// The path of a route, which consists of components: `/users/:id/*.jpg`.
///
/// `:id` and `{id}` match one component. `{name}.jpg` and `v{number}` match part of a component. The handler reads the
/// matched text from the context's parameters. `*` matches any component. `*.jpg` and `v*` match any component with
/// this suffix or prefix. `**` must be last and matches all remaining components, at least one.
public struct RouterPath: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
  enum Component: Sendable, Hashable {
    case literal(String)
    /// A component with this prefix and suffix; any component if both are empty. If `name` is not nil, the text between
    /// them becomes a parameter.
    case part(prefix: String, suffix: String, name: String?)
    /// All remaining components.
    case rest
  }

  /// The path as the program wrote it, with a leading slash and no trailing slash.
  public let description: String
  let components: [Component]

  /// Creates a path from a string. Leading and trailing slashes are ignored.
  public init(_ text: String) {
    let parts = text.split(separator: "/")
    description = "/" + parts.joined(separator: "/")
    components = parts.map(Component.init)
  }

  /// Creates a path from a string literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Returns this path followed by `path`.
  func appending(_ path: RouterPath) -> RouterPath {
    RouterPath(description + path.description)
  }

  /// The path's text if all components are literals; otherwise nil.
  var literal: String? { components.allSatisfy { $0.rank == 0 } ? description : nil }
}

extension RouterPath.Component {
  init(_ text: Substring) {
    switch text {
    case "**": self = .rest
    case _ where text.hasPrefix(":"): self = .part(prefix: "", suffix: "", name: String(text.dropFirst()))
    case _ where text.hasPrefix("*"): self = .part(prefix: "", suffix: String(text.dropFirst()), name: nil)
    case _ where text.hasSuffix("*"): self = .part(prefix: String(text.dropLast()), suffix: "", name: nil)
    default:
      guard let open = text.firstIndex(of: "{"), let close = text[open...].firstIndex(of: "}") else {
        self = .literal(String(text))
        return
      }
      let name = String(text[text.index(after: open)..<close])
      let (prefix, suffix) = (String(text[..<open]), String(text[text.index(after: close)...]))
      self = .part(prefix: prefix, suffix: suffix, name: name)
    }
  }

  /// The component's rank by specificity; 0 for a literal. Lower ranks are tried first.
  var rank: Int {
    switch self {
    case .literal: 0
    case .part(let prefix, let suffix, _): 1_000_000 - min(prefix.utf8.count + suffix.utf8.count, 999_998)
    case .rest: 1_000_001
    }
  }
}
