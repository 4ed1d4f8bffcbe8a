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
  private var recorded = ShellState()
  private var live = ShellState()
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
    guard case .array(var values) = Props(json: json), let verb = values.first?.string else { return json }
    let translated: Props?
    switch (verb, values.count > 1 ? values[1] : .null) {
    case ("hello", .dictionary(var hello)):
      hello["ticket"] = .string(ticket)
      // A tab that had shown the shell before the recording restores its recorded state. After a reload within the
      // recording, the tab restores the state of the replay.
      if let history = live.history {
        if let key = hello["key"]?.string { hello["key"] = liveKey(of: key).map(Props.string) ?? .null }
        hello["saved"] = history.saved
      }
      translated = .dictionary(hello)
    case ("event", .int(let id)): translated = liveNode(id).map(Props.int)
    case ("moved", .string(let key)): translated = liveKey(of: key).map(Props.string)
    case ("position", .string(let name)): translated = liveValue(of: "data-pager", name).map(Props.string)
    case ("geometry", .string(let name)), ("swiped", .string(let name)):
      translated = liveValue(of: "data-bar", name).map(Props.string)
    default: return Props.array(values).json
    }
    guard let translated else { return nil }
    values[1] = translated
    return Props.array(values).json
  }

  private func liveKey(of key: String) -> String? { counterpart(of: key, in: recorded.keys, live.keys) }

  private func liveValue(of attribute: String, _ value: String) -> String? {
    counterpart(of: value, in: recorded.values(of: attribute), live.values(of: attribute))
  }

  /// Returns the live value at the place of a recorded one. While the lists have different lengths, the shell has not
  /// processed an earlier action yet, so there is no such value, unless `isLate`.
  private func counterpart<Value: Equatable>(of value: Value, in recorded: [Value], _ live: [Value]) -> Value? {
    guard let index = recorded.firstIndex(of: value), live.indices.contains(index),
      isLate || recorded.count == live.count
    else { return nil }
    return live[index]
  }

  private func liveNode(_ id: Int) -> Int? {
    guard let look = recorded.nodes.first(where: { $0.id == id }).map(Look.init) else { return nil }
    func ids(in state: ShellState) -> [Int] { state.nodes.filter { Look($0) == look }.map(\.id) }
    return counterpart(of: id, in: ids(in: recorded), ids(in: live))
  }

  /// Returns a description of the node that a recorded event concerns, for a difference.
  func description(ofNodeIn json: String) -> String {
    guard let values = Props(json: json).array, values.count > 1, let id = values[1].int,
      let node = recorded.nodes.first(where: { $0.id == id })
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
    if let index = zip(old, new).enumerated().first(where: { $1.0 != $1.1 && !$1.0.contains(Props.mask) })?.offset {
      return "the shell shows \"\(new[index])\", recorded: \"\(old[index])\""
    }
    if old.count > new.count { return "the shell does not show \"\(old[new.count])\"" }
    if old.count < new.count { return "the shell shows \"\(new[old.count])\", which the recording does not contain" }
    let place = { (state: ShellState) in "entry \(state.history?.index ?? 0) of \(state.keys.count)" }
    guard place(recorded) == place(live) else {
      return "the shell's history is at \(place(live)), recorded: \(place(recorded))"
    }
    return nil
  }

  /// The properties that identify a node in each run: its tag, label, texts, type and events.
  private struct Look: Equatable {
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

extension ShellState {
  fileprivate var nodes: [NodeSnapshot] { tree?.all ?? [] }

  /// The values of an attribute in document order, without repetitions.
  fileprivate func values(of attribute: String, tag: String? = nil) -> [String] {
    var found: [String] = []
    for node in nodes where tag == nil || node.tag == tag {
      if let value = node.attributes?[attribute], !found.contains(value) { found.append(value) }
    }
    return found
  }
}
