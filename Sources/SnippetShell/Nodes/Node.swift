/// An element that native code shows in the shell page, with what it contains.
///
/// Tags, attributes, style properties and events come from lists; text is never markup. What is not on a list is
/// refused when the node is built. The usual elements have functions that cannot fail:
///
/// ```swift
/// Node.vstack(spacing: 12) {
///   Node.icon(.cloudOff)
///   Node.heading("This page could not be loaded")
///   Node.button("Retry") { _ in await retry() }.class("main")
/// }
/// ```
public struct Node: Sendable {
  /// What happens on an event. It begins in the shell's isolation, so what is typed and what is pressed then are in
  /// order. A closure with a capture list begins elsewhere (Swift 6.3, also where this type is named): what takes text
  /// captures without a list.
  public typealias Action = nonisolated(nonsending) @Sendable (NodeEvent) async -> Void

  /// What an element contains.
  enum Content: Sendable {
    case text(String)
    case children([Node])
  }

  /// The element's tag, such as `div`.
  public let tag: String
  /// Tells the node from its siblings, so that it stays the same element when they come, go and move.
  public internal(set) var key: String?
  /// The classes, in order, each once.
  public internal(set) var classes: [String] = []
  /// The attributes by name. One that is there without a value is "".
  public internal(set) var attributes: [String: String] = [:]
  /// The style's properties by name.
  public internal(set) var style: [String: String] = [:]
  var content: Content
  var actions: [NodeEvent.Name: Action] = [:]

  /// Any element of the list, with text or nothing in it.
  public init(
    _ tag: String, classes: [String] = [], attributes: [String: String] = [:], style: [String: String] = [:],
    text: String? = nil
  ) throws(NodeError) {
    try self.init(checked: tag, content: text.map { .text($0) } ?? .children([]), classes, attributes, style)
  }

  /// Any element of the list, with elements in it.
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

  /// For tags of this module's own text.
  init(known tag: String, _ content: Content = .children([])) {
    self.tag = tag
    self.content = content
    // In a form of the program's own page, a button would send it.
    if tag == "button" { attributes["type"] = "button" }
  }

  /// The elements in it.
  public var children: [Node] {
    if case .children(let children) = content { children } else { [] }
  }

  /// Its text; nil if it has elements or nothing in it.
  public var text: String? {
    if case .text(let text) = content { text } else { nil }
  }

  /// The events it listens to.
  public var events: Set<NodeEvent.Name> { Set(actions.keys) }

  private var isEmpty: Bool {
    switch content {
    case .text: false
    case .children(let children): children.isEmpty
    }
  }

  mutating func add(_ name: NodeClass) {
    if !classes.contains(name.name) { classes.append(name.name) }
  }

  mutating func set(attribute name: String, to value: String) throws(NodeError) {
    guard NodeNames.allows(attribute: name, on: tag) else { throw .attribute(name, tag: tag) }
    guard NodeValues.allows(value, attribute: name, tag: tag) else { throw .value(value, attribute: name, tag: tag) }
    attributes[name] = NodeNames.flags.contains(name) ? "" : value
    // A page in another tab must not get hold of the shell's window.
    if name == "target" { attributes["rel"] = "noopener noreferrer" }
  }

  mutating func set(property name: String, to value: String) throws(NodeError) {
    guard NodeNames.allows(property: name) else { throw .property(name) }
    guard NodeValues.isStyleValue(value) else { throw .propertyValue(value, property: name) }
    style[name] = value
  }

  /// A copy that `change` has changed.
  func with(_ change: (inout Node) -> Void) -> Node {
    var node = self
    change(&node)
    return node
  }
}
