import SnippetShell

/// Queries on a node tree as a user perceives it: hidden and inert nodes are skipped.
extension NodeSnapshot {
  private var isUsable: Bool { attributes?["hidden"] == nil && attributes?["inert"] == nil }

  func first(where condition: (NodeSnapshot) -> Bool) -> NodeSnapshot? {
    guard isUsable else { return nil }
    if condition(self) { return self }
    for child in children ?? [] {
      if let found = child.first(where: condition) { return found }
    }
    return nil
  }

  /// All texts in the node and its descendants, in document order.
  var texts: [String] {
    guard isUsable else { return [] }
    return (text.map { [$0] } ?? []) + (children ?? []).flatMap(\.texts)
  }

  /// Returns whether `name` is the node's label, the node's text, or a text inside the node.
  func isNamed(_ name: String) -> Bool {
    attributes?["aria-label"] == name || text == name || (children ?? []).contains { $0.texts.contains(name) }
  }

  func listens(to event: NodeEvent.Name) -> Bool {
    events?.contains(event) == true && attributes?["disabled"] == nil
  }

  /// The page strips of the tree, which scroll horizontally. Each has a name, the page that Swift wants to show, and
  /// the number of times that Swift has requested a page.
  var pagers: [(name: String, page: Int, turn: String)] {
    guard isUsable else { return [] }
    var pagers = (children ?? []).flatMap(\.pagers)
    if let name = attributes?["data-pager"], let page = attributes?["data-page"].flatMap({ Int($0) }) {
      pagers.append((name, page, attributes?["data-turn"] ?? "0"))
    }
    return pagers
  }

  /// The iframes in the tree, including hidden ones.
  var iframes: [(name: String, source: String)] {
    var iframes = (children ?? []).flatMap(\.iframes)
    if tag == "iframe", let name = attributes?["name"], let source = attributes?["src"] {
      iframes.append((name, source))
    }
    return iframes
  }
}
