/// An element with its content, which native code shows in the shell's page.
///
/// Only tags, attributes, style properties and events from fixed lists are allowed. Creating a node with anything else
/// throws an error. Text is never parsed as markup. Most functions for common elements do not throw:
///
///     Node.vstack(spacing: 12) {
///       Node.icon(.cloudOff)
///       Node.heading("This page could not be loaded")
///       Node.button("Retry") { _ in await retry() }.class("main")
///     }
public struct Node: Sendable {
  /// A function that handles an event. Actions start in the order of their events, in the shell's isolation. In Swift
  /// 6.3, a closure with a capture list does not inherit this isolation, so such an action only starts on the shell's
  /// queue.
  public typealias Action = nonisolated(nonsending) @Sendable (NodeEvent) async -> Void

  /// The content of an element.
  package enum Content: Sendable {
    case text(String)
    case children([Node])
  }

  /// The element's tag, such as `div`.
  public let tag: String
  /// The key that identifies the node among its siblings, so that its element is kept when siblings are added,
  /// removed or moved.
  public package(set) var key: String?
  /// The classes, in order, without duplicates.
  public package(set) var classes: [String] = []
  /// The attributes by name. The value of a Boolean attribute is "".
  public package(set) var attributes: [String: String] = [:]
  /// The style properties by name.
  public package(set) var style: [String: String] = [:]
  package var content: Content
  package var actions: [NodeEvent.Name: Action] = [:]

  /// Creates an element with text or without content. Throws if the tag, a class, an attribute or a style property is
  /// not allowed.
  public init(
    _ tag: String, classes: [String] = [], attributes: [String: String] = [:], style: [String: String] = [:],
    text: String? = nil
  ) throws(NodeError) {
    try self.init(checked: tag, content: text.map { .text($0) } ?? .children([]), classes, attributes, style)
  }

  /// Creates an element that contains other elements. Throws if the tag, a class, an attribute or a style property is
  /// not allowed.
  public init(
    _ tag: String, classes: [String] = [], attributes: [String: String] = [:], style: [String: String] = [:],
    children: [Node]
  ) throws(NodeError) {
    try self.init(checked: tag, content: .children(children), classes, attributes, style)
  }

  private init(
    checked tag: String, content: Content, _ classes: [String], _ attributes: [String: String],
    _ style: [String: String]
  ) throws(NodeError) {
    guard NodeNames.tags.contains(tag) else { throw .tag(tag) }
    let node = Node(known: tag, content)
    if NodeNames.empty.contains(tag), !node.isEmpty { throw .content(tag: tag) }
    self = node
    for name in classes { add(try NodeClass(named: name)) }
    for (name, value) in attributes { try set(attribute: name, to: value) }
    for (property, value) in style { try set(property: property, to: value) }
  }

  /// Creates an element whose tag is known to be allowed.
  package init(known tag: String, _ content: Content = .children([])) {
    self.tag = tag
    self.content = content
    // Without this type, a button inside a form in the program's own page would submit the form.
    if tag == "button" { attributes["type"] = "button" }
  }

  /// The child elements.
  public var children: [Node] { if case .children(let children) = content { children } else { [] } }

  /// The text; `nil` if the element contains child elements or is empty.
  public var text: String? { if case .text(let text) = content { text } else { nil } }

  /// The events for which the node has an action.
  public var events: Set<NodeEvent.Name> { Set(actions.keys) }

  package var isEmpty: Bool { text == nil && children.isEmpty }

  package mutating func add(_ name: NodeClass) { if !classes.contains(name.name) { classes.append(name.name) } }

  mutating func set(attribute name: String, to value: String) throws(NodeError) {
    guard NodeNames.allows(attribute: name, on: tag) else { throw .attribute(name, tag: tag) }
    guard NodeValues.allows(value, attribute: name, tag: tag) else { throw .value(value, attribute: name, tag: tag) }
    attributes[name] = NodeNames.flags.contains(name) ? "" : value
    // Sets `rel`, because the page in a new tab could otherwise access the shell's window.
    if name == "target" { attributes["rel"] = "noopener noreferrer" }
  }

  mutating func set(property name: String, to value: String) throws(NodeError) {
    guard NodeNames.allows(property: name) else { throw .property(name) }
    guard NodeValues.isStyleValue(value) else { throw .propertyValue(value, property: name) }
    style[name] = value
  }

  /// Returns a copy to which `change` was applied.
  package func with(_ change: (inout Node) -> Void) -> Node {
    var node = self
    change(&node)
    return node
  }
}

/// A result builder that creates a list from the nodes in a closure. The closure may contain `if`, `switch` and `for`.
@resultBuilder
public enum NodeBuilder {
  /// Builds a list from a node.
  public static func buildExpression(_ node: Node) -> [Node] { [node] }
  /// Builds a list from an optional node.
  public static func buildExpression(_ node: Node?) -> [Node] { node.map { [$0] } ?? [] }
  /// Builds a list from a list of nodes.
  public static func buildExpression(_ nodes: [Node]) -> [Node] { nodes }
  /// Joins lists, in order.
  public static func buildBlock(_ nodes: [Node]...) -> [Node] { nodes.flatMap { $0 } }
  /// Builds the result of an `if` without `else`.
  public static func buildOptional(_ nodes: [Node]?) -> [Node] { nodes ?? [] }
  /// Builds the result of the first branch of an `if` or `switch`.
  public static func buildEither(first nodes: [Node]) -> [Node] { nodes }
  /// Builds the result of a later branch of an `if` or `switch`.
  public static func buildEither(second nodes: [Node]) -> [Node] { nodes }
  /// Builds the result of a loop.
  public static func buildArray(_ nodes: [[Node]]) -> [Node] { nodes.flatMap { $0 } }
}

/// A CSS class that the style sheet of the shell or of the program defines.
///
/// In a debug build, a literal that is not a CSS identifier stops the program. In a release build, invalid characters
/// are replaced with `_`.
public struct NodeClass: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The name in a style sheet, without the dot.
  public let name: String

  /// Creates a class from a computed name. Throws if the name is not a CSS identifier.
  public init(named name: String) throws(NodeError) {
    guard NodeNames.isIdentifier(name) else { throw .className(name) }
    self.name = name
  }

  /// Creates a class from a literal.
  public init(stringLiteral literal: String) {
    if NodeNames.isIdentifier(literal) {
      name = literal
    } else {
      assertionFailure("\(NodeError.className(literal))")
      name =
        "_" + String(decoding: literal.utf8.map { NodeNames.isNamePart($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
    }
  }
}
