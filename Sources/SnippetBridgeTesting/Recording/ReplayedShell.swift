import Foundation
import SnippetShell

/// The state of a shell's page in the recording, and its state in the replay. A value type without side effects.
///
/// The messages of a shell contain ids of nodes, keys of history entries, and names of iframes, bars and page strips.
/// All of these differ in each run. Therefore, a recorded message is translated: the node is the one with the same
/// tag, texts and label, and everything else has the same place in its list. The patches are not compared one by one,
/// because their number depends on the timing. Instead, the replay ends when the shell shows what it showed at the end
/// of the recording.
struct ReplayedShell: Sendable {
  /// The state of a shell as its page knows it.
  private struct State: Sendable {
    var tree: NodeSnapshot?
    var history: ShellNews.History?

    var keys: [String] { history?.entries.map(\.key) ?? [] }

    mutating func receive(_ json: String) {
      guard let news = try? PageJSON.value(ShellNews.self, of: json) else { return }
      switch news {
      case .tree(let tree): self.tree = tree
      case .patches(let patches): tree = tree?.applying(patches)
      case .history(let history): self.history = history
      case .pages(let pages):
        let saved = history?.saved.merging(pages, into: "pages")
        history?.saved = saved ?? .null
      case .begin: history = nil
      case .open: break
      }
    }

    /// The values of an attribute in document order, without repetitions.
    func values(of attribute: String, tag: String? = nil) -> [String] {
      var found: [String] = []
      tree?.forEach { node in
        guard let value = node.attributes?[attribute], tag == nil || node.tag == tag, !found.contains(value) else {
          return
        }
        found.append(value)
      }
      return found
    }
  }

  private var recorded = State()
  private var live = State()
  /// The number of the last recorded line.
  private(set) var line = 0
  /// The names of the iframes in the replay, by their recorded names.
  private var iframes: [String: String] = [:]

  /// Indicates whether the time limit of the current wait has passed.
  var isLate = false
  /// Indicates whether an element was missing. The shell then shows something else, so the user's further actions are
  /// not repeated.
  var isLost = false

  /// The shell after a reload of its page.
  var reloaded: ReplayedShell {
    var shell = ReplayedShell()
    (shell.recorded.history, shell.live.history) = (recorded.history, live.history)
    return shell
  }

  // MARK: Messages of Swift

  mutating func record(_ json: String, line: Int) {
    recorded.receive(json)
    self.line = line
  }

  mutating func receive(_ json: String) { live.receive(json) }

  // MARK: Messages of the page

  /// Returns a recorded message as the page sends it in the replay, or `nil` if the shell does not show the message's
  /// node or entry yet.
  /// - Parameter ticket: A ticket for the hello.
  func translated(_ json: String, ticket: String) -> String? {
    guard case .array(var values) = ReplayValue(json: json), case .string(let verb)? = values.first else { return json }
    switch (verb, values.count > 1 ? values[1] : .null) {
    case ("hello", .object(var hello)):
      hello["ticket"] = .string(ticket)
      // A tab that had shown the shell before the recording restores its recorded state. After a reload within the
      // recording, the tab restores the state of the replay.
      if let history = live.history {
        if case .string(let key)? = hello["key"] { hello["key"] = liveKey(of: key).map { .string($0) } ?? .null }
        hello["saved"] = (try? PageJSON.text(history.saved)).map { ReplayValue(json: $0) } ?? .null
      }
      values[1] = .object(hello)
    case ("event", .number(let id)):
      guard let id = Int(exactly: id).flatMap(liveNode) else { return nil }
      values[1] = .number(Double(id))
    case ("moved", .string(let key)):
      guard let key = liveKey(of: key) else { return nil }
      values[1] = .string(key)
    case ("position", .string(let name)):
      guard let name = liveValue(of: "data-pager", name) else { return nil }
      values[1] = .string(name)
    case ("geometry", .string(let name)), ("swiped", .string(let name)):
      guard let name = liveValue(of: "data-bar", name) else { return nil }
      values[1] = .string(name)
    default: break
    }
    return ReplayValue.array(values).json
  }

  private func liveKey(of key: String) -> String? { counterpart(of: key, in: recorded.keys, live.keys) }

  private func liveValue(of attribute: String, _ value: String) -> String? {
    counterpart(of: value, in: recorded.values(of: attribute), live.values(of: attribute))
  }

  /// Returns the live value at the place of a recorded one. While the lists have different lengths, the shell has not
  /// processed an earlier action yet, so there is no such value, unless `isLate`.
  private func counterpart(of value: String, in recorded: [String], _ live: [String]) -> String? {
    guard let index = recorded.firstIndex(of: value), live.indices.contains(index),
      isLate || recorded.count == live.count
    else { return nil }
    return live[index]
  }

  private func liveNode(_ id: Int) -> Int? {
    guard let node = recorded.tree?.node(id) else { return nil }
    let look = Look(node)
    let all = recorded.tree?.nodes(like: look) ?? []
    let present = live.tree?.nodes(like: look) ?? []
    guard let index = all.firstIndex(of: id), present.indices.contains(index), isLate || all.count == present.count
    else { return nil }
    return present[index]
  }

  /// Returns a description of the node that a recorded event concerns, for a difference.
  func description(ofNodeIn json: String) -> String {
    guard case .array(let values) = ReplayValue(json: json), values.count > 1, case .number(let id) = values[1],
      let node = Int(exactly: id).flatMap({ recorded.tree?.node($0) })
    else { return json }
    let text = node.attributes?["aria-label"] ?? node.texts.joined(separator: " ")
    return "the \(node.tag) \"\(text.prefix(100))\""
  }

  /// Returns the name that a recorded iframe has in the replay, or `nil` if the shell does not show the iframe yet.
  mutating func iframe(_ name: String) -> String? {
    if let known = iframes[name] { return known }
    let used = Set(iframes.values)
    let earlier = recorded.values(of: "name", tag: "iframe").filter { iframes[$0] == nil }
    let present = live.values(of: "name", tag: "iframe").filter { !used.contains($0) }
    let found = earlier.firstIndex(of: name).flatMap { present.indices.contains($0) ? present[$0] : nil }
    if let found { iframes[name] = found }
    return found
  }

  /// Indicates whether an iframe with this name was in the recorded shell.
  func contains(iframe name: String) -> Bool { recorded.values(of: "name", tag: "iframe").contains(name) }

  // MARK: Comparison

  /// The first difference between what the shell shows and what it showed in the recording, or `nil` for none.
  var difference: String? {
    let (old, new) = (recorded.tree?.texts ?? [], live.tree?.texts ?? [])
    if let index = zip(old, new).enumerated().first(where: { $1.0 != $1.1 && !$1.0.contains(ReplayValue.mask) })?.offset
    {
      return "the shell shows \"\(new[index])\", recorded: \"\(old[index])\""
    }
    if old.count > new.count { return "the shell does not show \"\(old[new.count])\"" }
    if old.count < new.count { return "the shell shows \"\(new[old.count])\", which the recording does not contain" }
    let place = { (state: State) in "entry \(state.history?.index ?? 0) of \(state.keys.count)" }
    guard place(recorded) == place(live) else {
      return "the shell's history is at \(place(live)), recorded: \(place(recorded))"
    }
    return nil
  }

  /// The properties that identify a node in each run: its tag, label, texts, type and events.
  fileprivate struct Look: Equatable {
    var tag: String
    var texts: [String]
    var attributes: [String?]
    var events: [NodeEvent.Name]?

    init(_ node: NodeSnapshot) {
      tag = node.tag
      texts = node.texts
      attributes = ["aria-label", "role", "type", "placeholder"].map { node.attributes?[$0] }
      events = node.events
    }
  }
}

extension NodeSnapshot {
  /// Calls `body` with the node and all its descendants, in document order.
  fileprivate func forEach(_ body: (NodeSnapshot) -> Void) {
    body(self)
    for child in children ?? [] { child.forEach(body) }
  }

  fileprivate func node(_ id: Int) -> NodeSnapshot? {
    if self.id == id { return self }
    for child in children ?? [] {
      if let found = child.node(id) { return found }
    }
    return nil
  }

  /// Returns the ids of the nodes with the same look, in document order.
  fileprivate func nodes(like look: ReplayedShell.Look) -> [Int] {
    var found: [Int] = []
    forEach { if ReplayedShell.Look($0) == look { found.append($0.id) } }
    return found
  }
}
