/// The limits for one tree of nodes.
public struct NodeLimits: Sendable, Hashable {
  /// The maximum number of levels, including the root; 64 by default.
  public var depth: Int
  /// The maximum number of nodes; 10,000 by default.
  public var count: Int
  /// The maximum size of a text, an attribute's value or a style property's value, in bytes; 100,000 by default.
  public var length: Int

  /// Creates limits. The defaults are much larger than a shell normally needs.
  public init(depth: Int = 64, count: Int = 10_000, length: Int = 100_000) {
    self.depth = depth
    self.count = count
    self.length = length
  }

  /// Throws if `root` exceeds a limit, or if two children of a node have the same key.
  package func check(_ root: Node) throws(NodeError) {
    var nodes = 0
    try check(root, level: 1, nodes: &nodes)
  }

  private func check(_ node: Node, level: Int, nodes: inout Int) throws(NodeError) {
    nodes += 1
    if level > depth { throw .depth(limit: depth) }
    if nodes > count { throw .count(limit: count) }
    try check(length: node.attributes.values)
    try check(length: node.style.values)
    if let text = node.text { try check(length: CollectionOfOne(text)) }
    var keys: Set<String> = []
    for child in node.children {
      if let key = child.key, !keys.insert(key).inserted { throw .duplicateKey(key) }
      try check(child, level: level + 1, nodes: &nodes)
    }
  }

  private func check(length values: some Collection<String>) throws(NodeError) {
    if values.contains(where: { $0.utf8.count > length }) { throw .length(limit: length) }
  }
}
