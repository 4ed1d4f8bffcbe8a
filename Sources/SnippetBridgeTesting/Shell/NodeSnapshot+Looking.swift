import SnippetShell

/// A tree as a user sees it: what is hidden or cannot be used is not there.
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

  /// All texts in it, from top to bottom.
  var texts: [String] {
    guard isUsable else { return [] }
    return (text.map { [$0] } ?? []) + (children ?? []).flatMap(\.texts)
  }

  /// Its label is this, or its text, or one of the texts in it.
  func isNamed(_ name: String) -> Bool {
    attributes?["aria-label"] == name || text == name || (children ?? []).contains { $0.texts.contains(name) }
  }

  func listens(to event: NodeEvent.Name) -> Bool {
    events?.contains(event) == true && attributes?["disabled"] == nil
  }

  /// The strips of pages beside each other: the page that Swift wants to be seen, and how often it has asked for one.
  var pagers: [(name: String, page: Int, turn: String)] {
    guard isUsable else { return [] }
    var pagers = (children ?? []).flatMap(\.pagers)
    if let name = attributes?["data-pager"], let page = attributes?["data-page"].flatMap({ Int($0) }) {
      pagers.append((name, page, attributes?["data-turn"] ?? "0"))
    }
    return pagers
  }

  /// All frames, those that are not seen too.
  var frames: [(name: String, source: String)] {
    var frames = (children ?? []).flatMap(\.frames)
    if tag == "iframe", let name = attributes?["name"], let source = attributes?["src"] {
      frames.append((name, source))
    }
    return frames
  }
}
