/// The tree of nodes that a shell's page shows. Each update computes the patches that turn the previous tree into the
/// new one.
///
/// A node keeps its element and its ID while its tag and its key stay the same. Nodes without a key are matched by
/// their order among siblings with the same tag. IDs are never reused.
public struct NodeTree: Sendable {
  /// The limits on the tree's size.
  public let limits: NodeLimits
  private var root: MountedNode?
  private var lastID = 0
  private var actions: [Int: [NodeEvent.Name: Node.Action]] = [:]
  /// The values that the user has entered into each field, oldest first, keyed by the field's ID. The values of a field
  /// are discarded when native code sets the field to a value that the user has not entered.
  private var entries: [Int: [NodeEvent.Value]] = [:]

  /// Creates an empty tree.
  public init(limits: NodeLimits = NodeLimits()) { self.limits = limits }

  /// The whole tree, for a page that has just connected; `nil` before the first update.
  public var snapshot: NodeSnapshot? { root.map(snapshot) }

  /// Replaces the tree with `node` and returns the patches for the page. If the function throws, the tree is unchanged.
  public mutating func update(to node: Node) throws(NodeError) -> [Patch] {
    try limits.check(node)
    return update(toChecked: node)
  }

  /// Replaces the tree with a node that has already been checked, and returns the patches for the page.
  package mutating func update(toChecked node: Node) -> [Patch] {
    var patches: [Patch] = []
    if let root, root.isSame(as: node) {
      self.root = update(root, to: node, &patches)
    } else {
      if let root { unmount(root) }
      let root = mount(node)
      self.root = root
      patches.append(.root(snapshot(root)))
    }
    return patches
  }

  /// Returns the action for an event; `nil` if the node does not exist or has no such action.
  public func action(for event: NodeEvent, at id: Int) -> Node.Action? { actions[id]?[event.name] }

  /// Returns the action for an event as `action(for:at:)` does, and stores a value that was entered into a field.
  ///
  /// If native code later sets the field to a stored value, no patch is sent, so that newer user input is not
  /// overwritten.
  public mutating func receive(_ event: NodeEvent, at id: Int) -> Node.Action? {
    guard let action = action(for: event, at: id) else { return nil }
    if event.name == .input || event.name == .change, event.value != .none {
      entries[id, default: []].append(event.value)
      if entries[id, default: []].count > 32 { entries[id]?.removeFirst() }
    }
    return action
  }
}

/// A node with its ID. The node's children are stored in `children`, not in `node`.
private struct MountedNode: Sendable {
  let id: Int
  var node: Node
  var children: [MountedNode]

  func isSame(as other: Node) -> Bool { node.tag == other.tag && node.key == other.key }
}

extension NodeTree {
  private mutating func mount(_ node: Node) -> MountedNode {
    lastID += 1
    let id = lastID
    if !node.actions.isEmpty { actions[id] = node.actions }
    return MountedNode(id: id, node: node.withoutChildren, children: node.children.map { mount($0) })
  }

  private mutating func unmount(_ mounted: MountedNode) {
    actions[mounted.id] = nil
    entries[mounted.id] = nil
    for child in mounted.children { unmount(child) }
  }

  private mutating func update(_ old: MountedNode, to new: Node, _ patches: inout [Patch]) -> MountedNode {
    let id = old.id
    if old.node.classes != new.classes { patches.append(.class(id: id, new.classes.joined(separator: " "))) }
    for (name, value) in changes(from: old.node.attributes, to: new.attributes)
    where !isEntry(value, attribute: name, id: id) {
      patches.append(.attribute(id: id, name: name, value))
    }
    for (property, value) in changes(from: old.node.style, to: new.style) {
      patches.append(.style(id: id, property: property, value))
    }
    if old.node.events != new.events {
      patches.append(.events(id: id, new.events.sorted { $0.rawValue < $1.rawValue }))
    }
    actions[id] = new.actions.isEmpty ? nil : new.actions

    var mounted = MountedNode(id: id, node: new.withoutChildren, children: [])
    let oldText = old.node.text ?? ""
    let newText = new.text ?? ""
    // An element has either text or children. So old text is removed before children are added, and new text is set
    // after children have been removed.
    if !oldText.isEmpty, newText.isEmpty { patches.append(.text(id: id, "")) }
    mounted.children = updateChildren(of: old, to: new.children, &patches)
    if !newText.isEmpty, newText != oldText { patches.append(.text(id: id, newText)) }
    return mounted
  }

  private func changes(from old: [String: String], to new: [String: String]) -> [(String, String?)] {
    if old == new { return [] }
    return Set(old.keys).union(new.keys).sorted().compactMap { old[$0] == new[$0] ? nil : ($0, new[$0]) }
  }

  /// Returns whether native code sets a field to a value that the user has entered, so that no patch is needed. In this
  /// case, removes older entries of the field. Otherwise, removes all entries of the field.
  private mutating func isEntry(_ value: String?, attribute: String, id: Int) -> Bool {
    guard attribute == "value" || attribute == "checked", let list = entries[id] else { return false }
    let entry: NodeEvent.Value = attribute == "value" ? .text(value ?? "") : .flag(value != nil)
    guard let index = list.lastIndex(of: entry) else {
      entries[id] = nil
      return false
    }
    entries[id]?.removeFirst(index)
    return true
  }

  private mutating func updateChildren(
    of parent: MountedNode, to nodes: [Node], _ patches: inout [Patch]
  ) -> [MountedNode] {
    let old = parent.children
    let places = ChildMatch.places(of: nodes, in: old.map(\.node))
    let kept = Set(places.compactMap(\.self))
    for (place, child) in old.enumerated() where !kept.contains(place) {
      unmount(child)
      patches.append(.remove(id: child.id))
    }

    var children: [MountedNode] = []
    children.reserveCapacity(nodes.count)
    for (node, place) in zip(nodes, places) {
      children.append(place.map { update(old[$0], to: node, &patches) } ?? mount(node))
    }

    // The loop goes from the last child to the first, so that the sibling after a child already has its final position.
    let still = ChildMatch.longestRise(in: places)
    var before = 0
    for index in children.indices.reversed() {
      let child = children[index]
      if places[index] == nil {
        patches.append(.insert(parent: parent.id, before: before, snapshot(child)))
      } else if !still.contains(index) {
        patches.append(.move(parent: parent.id, before: before, id: child.id))
      }
      before = child.id
    }
    return children
  }

  private func snapshot(_ mounted: MountedNode) -> NodeSnapshot {
    let node = mounted.node
    var attributes = node.attributes
    switch entries[mounted.id]?.last {
    case .text(let text): attributes["value"] = text
    case .flag(let flag): attributes["checked"] = flag ? "" : nil
    case .some(.none), nil: break
    }
    let text = node.text ?? ""
    return NodeSnapshot(
      id: mounted.id, tag: node.tag,
      class: node.classes.isEmpty ? nil : node.classes.joined(separator: " "),
      attributes: attributes.isEmpty ? nil : attributes,
      style: node.style.isEmpty ? nil : node.style,
      events: node.actions.isEmpty ? nil : node.events.sorted { $0.rawValue < $1.rawValue },
      text: text.isEmpty ? nil : text,
      children: mounted.children.isEmpty ? nil : mounted.children.map(snapshot))
  }
}

extension Node {
  /// The node without its children. A mounted node stores the children separately, with their IDs.
  fileprivate var withoutChildren: Node { with { if case .children = $0.content { $0.content = .children([]) } } }
}
