/// Puts nodes that are written one below the other into a list. `if`, `switch` and `for` work.
@resultBuilder
public enum NodeBuilder {
  /// One node.
  public static func buildExpression(_ node: Node) -> [Node] { [node] }
  /// A node that may be missing.
  public static func buildExpression(_ node: Node?) -> [Node] { node.map { [$0] } ?? [] }
  /// A list of nodes.
  public static func buildExpression(_ nodes: [Node]) -> [Node] { nodes }
  /// All, in order.
  public static func buildBlock(_ nodes: [Node]...) -> [Node] { nodes.flatMap { $0 } }
  /// What an `if` without `else` gives.
  public static func buildOptional(_ nodes: [Node]?) -> [Node] { nodes ?? [] }
  /// What `if` gives.
  public static func buildEither(first nodes: [Node]) -> [Node] { nodes }
  /// What `else` gives.
  public static func buildEither(second nodes: [Node]) -> [Node] { nodes }
  /// What a loop gives.
  public static func buildArray(_ nodes: [[Node]]) -> [Node] { nodes.flatMap { $0 } }
}
