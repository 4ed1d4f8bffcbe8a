/// A node with its identifier and its content, as sent to the shell's page.
public struct NodeSnapshot: Sendable, Hashable, Codable {
  /// The identifier of the node. It is never reused for another node.
  public let id: Int
  /// The tag of the element.
  public let tag: String
  /// The classes, separated by spaces; `nil` for none.
  public internal(set) var `class`: String?
  /// The attributes; `nil` for none.
  public internal(set) var attributes: [String: String]?
  /// The style properties; `nil` for none.
  public internal(set) var style: [String: String]?
  /// The events for which the node has an action, sorted by name; `nil` for none.
  public internal(set) var events: [NodeEvent.Name]?
  /// The text; `nil` for none.
  public internal(set) var text: String?
  /// The child nodes; `nil` for none.
  public internal(set) var children: [NodeSnapshot]?
}

extension NodeSnapshot {
  /// Returns the tree after `patches` have been applied, as the shell's page would show it. For tests that simulate the
  /// page.
  public func applying(_ patches: [Patch]) -> NodeSnapshot { patches.reduce(self) { $0.applying($1) } }

  private func applying(_ patch: Patch) -> NodeSnapshot {
    var tree = self
    switch patch {
    case .root(let node): return node
    case .insert(let parent, let before, let node): tree.change(parent) { $0.insert(node, before: before) }
    case .move(let parent, let before, let id):
      tree.change(parent) { parent in
        guard let node = parent.children?.first(where: { $0.id == id }) else { return }
        parent.drop(id)
        parent.insert(node, before: before)
      }
    case .remove(let id): tree.remove(id)
    case .text(let id, let text): tree.change(id) { $0.text = text.isEmpty ? nil : text }
    case .attribute(let id, let name, let value):
      tree.change(id) { $0.attributes = ($0.attributes ?? [:]).setting(name, to: value) }
    case .style(let id, let property, let value):
      tree.change(id) { $0.style = ($0.style ?? [:]).setting(property, to: value) }
    case .class(let id, let names): tree.change(id) { $0.class = names.isEmpty ? nil : names }
    case .events(let id, let names): tree.change(id) { $0.events = names.isEmpty ? nil : names }
    }
    return tree
  }

  private mutating func change(_ id: Int, _ body: (inout NodeSnapshot) -> Void) {
    if self.id == id { return body(&self) }
    guard let children else { return }
    for index in children.indices { self.children?[index].change(id, body) }
  }

  private mutating func insert(_ node: NodeSnapshot, before: Int) {
    var list = children ?? []
    list.insert(node, at: list.firstIndex { $0.id == before } ?? list.endIndex)
    children = list
  }

  private mutating func drop(_ id: Int) {
    children?.removeAll { $0.id == id }
    if children?.isEmpty == true { children = nil }
  }

  private mutating func remove(_ id: Int) {
    drop(id)
    guard let children else { return }
    for index in children.indices { self.children?[index].remove(id) }
  }
}

extension [String: String] {
  fileprivate func setting(_ key: String, to value: String?) -> [String: String]? {
    var copy = self
    copy[key] = value
    return copy.isEmpty ? nil : copy
  }
}
