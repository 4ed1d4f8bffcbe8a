/// The reason why a node was rejected, with the affected tag, attribute, property, class, event or limit.
public enum NodeError: Error, Hashable, Sendable {
  /// A tag that is not on the list of allowed tags.
  case tag(String)
  /// An attribute that is not allowed for the tag.
  case attribute(String, tag: String)
  /// An attribute with an invalid value, such as a URL with a scheme that is not allowed, or a `type` of `input` that
  /// is not allowed.
  case value(String, attribute: String, tag: String)
  /// A style property that is not on the list of allowed properties.
  case property(String)
  /// A style property with an invalid value, which would load a resource or contains more than one declaration.
  case propertyValue(String, property: String)
  /// A class name that is not a CSS identifier.
  case className(String)
  /// An event that is not on the list of allowed events.
  case event(String)
  /// Text or children in an element that cannot have content, such as `img`.
  case content(tag: String)
  /// Two children of one node have the same key.
  case duplicateKey(String)
  /// The tree is deeper than the limit.
  case depth(limit: Int)
  /// The tree has more nodes than the limit.
  case count(limit: Int)
  /// A text, an attribute's value or a style property's value has more bytes than the limit.
  case length(limit: Int)
}

extension NodeError: CustomStringConvertible {
  /// A description of the problem and, where possible, of its solution.
  public var description: String {
    switch self {
    case .tag(let tag):
      "A node cannot have the tag '\(tag)'. Use one of: \(NodeNames.tags.sorted().joined(separator: " "))."
    case .attribute(let name, let tag):
      switch name {
      case "class": "The classes of '\(tag)' are not an attribute. Use class(_:)."
      case "style": "The style of '\(tag)' is not an attribute. Use style(_:_:)."
      case _ where name.hasPrefix("on"): "'\(tag)' cannot have the attribute '\(name)'. Use on(_:perform:)."
      default: "'\(tag)' cannot have the attribute '\(name)'."
      }
    case .value(let value, let name, let tag):
      "The attribute '\(name)' of '\(tag)' cannot be '\(Self.short(value))'.\(Self.hint(attribute: name))"
    case .property(let name): "A node's style cannot have the property '\(name)'."
    case .propertyValue(let value, let name):
      "The style property '\(name)' cannot be '\(Self.short(value))': it must be one value that loads nothing."
    case .className(let name): "'\(Self.short(name))' is not a CSS identifier, so it cannot be a class."
    case .event(let name):
      "A node has no event '\(name)'. Use one of: \(NodeEvent.Name.allCases.map(\.rawValue).joined(separator: " "))."
    case .content(let tag): "'\(tag)' cannot have text or children."
    case .duplicateKey(let key): "Two children of one node have the key '\(Self.short(key))'."
    case .depth(let limit): "The nodes are more than \(limit) levels deep."
    case .count(let limit): "There are more than \(limit) nodes."
    case .length(let limit): "A text or an attribute has more than \(limit) bytes."
    }
  }

  private static func hint(attribute: String) -> String {
    switch attribute {
    case "href": " Links go to http, https, mailto and tel, or to a path of this server."
    case "src": " Images come from http, https, a path of this server, or 'data:image/…'."
    default: ""
    }
  }

  private static func short(_ text: String) -> String { text.count > 80 ? text.prefix(80) + "…" : text }
}
