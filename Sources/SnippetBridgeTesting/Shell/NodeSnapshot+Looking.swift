import SnippetShell

/// Queries on a node tree. A user does not perceive hidden and inert nodes.
extension NodeSnapshot {
  /// The node and all its descendants, in document order.
  var all: [NodeSnapshot] { [self] + (children ?? []).flatMap(\.all) }

  /// The nodes that a user perceives, in document order.
  var usable: [NodeSnapshot] {
    guard attributes?["hidden"] == nil, attributes?["inert"] == nil else { return [] }
    return [self] + (children ?? []).flatMap(\.usable)
  }

  /// All texts in the node and its descendants, in document order.
  var texts: [String] { usable.compactMap(\.text) }

  /// Returns whether `name` is the node's label, the node's text, or a text inside the node.
  func isNamed(_ name: String) -> Bool { attributes?["aria-label"] == name || texts.contains(name) }

  func listens(to event: NodeEvent.Name) -> Bool {
    events?.contains(event) == true && attributes?["disabled"] == nil
  }

  /// The page strips of the tree, which scroll horizontally. Each has a name, the page that Swift wants to show, and
  /// the number of times that Swift has requested a page.
  var pagers: [(name: String, page: Int, turn: String)] {
    usable.compactMap(\.attributes).compactMap { attributes in
      guard let name = attributes["data-pager"], let page = attributes["data-page"].flatMap({ Int($0) }) else {
        return nil
      }
      return (name, page, attributes["data-turn"] ?? "0")
    }
  }

  /// The sources of the iframes in the tree, including hidden ones, by the iframes' names.
  var iframes: [String: String] {
    all.reduce(into: [:]) { iframes, node in
      if node.tag == "iframe", let name = node.attributes?["name"] { iframes[name] = node.attributes?["src"] }
    }
  }
}
