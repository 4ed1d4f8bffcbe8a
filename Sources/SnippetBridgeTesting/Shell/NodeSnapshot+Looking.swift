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

  /// All frames, those that are not seen too.
  var frames: [(name: String, source: String)] {
    var frames = (children ?? []).flatMap(\.frames)
    if tag == "iframe", let name = attributes?["name"], let source = attributes?["src"] {
      frames.append((name, source))
    }
    return frames
  }
}
