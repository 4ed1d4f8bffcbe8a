/// The path of a route, component by component: `/users/:id/*.jpg`.
///
/// `:id` and `{id}` stand for one component, and `{name}.jpg` and `v{number}` for a part of one; the handler finds them
/// in its parameters. `*` stands for any one component, `*.jpg` and `v*` for any with this end or beginning. `**` comes
/// last and stands for any number of components.
public struct RouterPath: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
  enum Component: Sendable, Hashable {
    case literal(String)
    /// Begins and ends so; what is between is a parameter where it has a name.
    case part(prefix: String, suffix: String, name: String?)
    case any(name: String?)
    /// All that is left.
    case rest
  }

  /// As it was written, with a slash before it and none after it.
  public let description: String
  let components: [Component]

  /// Any text; slashes before it and after it mean nothing.
  public init(_ text: String) {
    let parts = text.split(separator: "/")
    description = "/" + parts.joined(separator: "/")
    components = parts.map(Component.init)
  }

  /// As ``init(_:)``.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The same with another behind it.
  func appending(_ path: RouterPath) -> RouterPath {
    RouterPath(description + path.description)
  }

  /// Its text, where nothing in it stands for something else.
  var literal: String? {
    let isLiteral = components.allSatisfy { if case .literal = $0 { true } else { false } }
    return isLiteral ? description : nil
  }
}

extension RouterPath.Component {
  init(_ text: Substring) {
    switch text {
    case "**": self = .rest
    case "*": self = .any(name: nil)
    case _ where text.hasPrefix(":"): self = .any(name: String(text.dropFirst()))
    case _ where text.hasPrefix("*"): self = .part(prefix: "", suffix: String(text.dropFirst()), name: nil)
    case _ where text.hasSuffix("*"): self = .part(prefix: String(text.dropLast()), suffix: "", name: nil)
    default:
      guard let open = text.firstIndex(of: "{"), let close = text[open...].firstIndex(of: "}") else {
        self = .literal(String(text))
        return
      }
      let name = String(text[text.index(after: open)..<close])
      let (prefix, suffix) = (String(text[..<open]), String(text[text.index(after: close)...]))
      self = prefix.isEmpty && suffix.isEmpty ? .any(name: name) : .part(prefix: prefix, suffix: suffix, name: name)
    }
  }

  /// More specific ones come first.
  var rank: Int {
    switch self {
    case .literal: 0
    case .part(let prefix, let suffix, _): 1_000_000 - min(prefix.utf8.count + suffix.utf8.count, 999_998)
    case .any: 1_000_001
    case .rest: 1_000_002
    }
  }
}
