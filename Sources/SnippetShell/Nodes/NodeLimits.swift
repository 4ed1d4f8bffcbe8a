/// How much one tree may hold.
public struct NodeLimits: Sendable, Hashable {
  /// Levels, the root included.
  public var depth: Int
  /// Nodes.
  public var count: Int
  /// Bytes of one text or of one value.
  public var length: Int

  /// Limits; what is not given is far beyond what a shell draws.
  public init(depth: Int = 64, count: Int = 10_000, length: Int = 100_000) {
    self.depth = depth
    self.count = count
    self.length = length
  }

  /// Throws what `root` has too much of, or two children with one key.
  func check(_ root: Node) throws(NodeError) {
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
