import DSBridge

/// The web views of this process, their names and their groups. A value type without side effects.
struct Members {
  /// The data that a fleet stores about a web view.
  struct Info: Codable, Sendable, Equatable {
    var name: String?
    /// The name that the web view gets when another one that has it is closed.
    var wanted: String?
    var groups: [String] = []
    /// The id of the browser's session.
    var browser: String?
    /// The address of the server that holds the web view.
    var server: String
    /// The time of the first hello, in ms since 1970.
    var started: Int
    var isConnected = false
  }

  struct Member {
    var webView: WebView
    var info: Info
  }

  private var members: [String: Member] = [:]
  /// The web views that want a name, oldest first. The first one gets it.
  private var wanting: [String: [String]] = [:]
  private var groups: [String: [String: WebView]] = [:]
  /// The names that web views of other processes have.
  private(set) var takenNames: Set<String> = []

  var count: Int { members.count }

  subscript(id: String) -> Member? { members[id] }

  func webViews(in group: String) -> [WebView] { groups[group].map { Array($0.values) } ?? [] }

  mutating func add(_ webView: WebView, _ info: Info, to entries: inout OwnedEntries) {
    members[webView.id] = Member(webView: webView, info: info)
    save(webView.id, to: &entries)
  }

  /// Removes a web view that was closed.
  /// - Parameter isKept: Whether its entries stay until the session ends.
  mutating func remove(_ id: String, from entries: inout OwnedEntries, isKept: Bool = false) {
    if let member = members[id], !isKept {
      for group in member.info.groups { leave(group, id, &entries) }
      setName(nil, of: id, &entries)
      entries.set(.webView(id), to: nil)
    }
    members[id] = nil
  }

  mutating func setConnected(_ isConnected: Bool, _ id: String, _ entries: inout OwnedEntries) {
    members[id]?.info.isConnected = isConnected
    save(id, to: &entries)
    if isConnected, let name = members[id]?.info.name { entries.mark(.name(name)) }
  }

  /// Returns whether a name that is not stored should be stored now. The page of a web view that is not connected may
  /// have moved to another server, whose web view should get the name.
  func mayClaim(_ name: String) -> Bool {
    wanting[name]?.first.flatMap { members[$0]?.info.isConnected } ?? false
  }

  /// Sets the name that a web view wants. Returns whether another web view of this process has it.
  @discardableResult
  mutating func setName(_ name: String?, of id: String, _ entries: inout OwnedEntries) -> Bool {
    guard let member = members[id], member.info.name != name else { return false }
    if let old = member.info.name {
      wanting[old]?.removeAll { $0 == id }
      if wanting[old]?.isEmpty == true {
        wanting[old] = nil
        takenNames.remove(old)
      }
      entries.set(.name(old), to: wanting[old]?.first.map { Array($0.utf8) })
      if let next = wanting[old]?.first { save(next, to: &entries) }
    }
    members[id]?.info.name = name
    if let name { wanting[name, default: []].append(id) }
    save(id, to: &entries)
    guard let name else { return false }
    entries.set(.name(name), to: wanting[name]?.first.map { Array($0.utf8) })
    return wanting[name]?.first != id
  }

  mutating func join(_ group: String, _ id: String, _ entries: inout OwnedEntries) {
    guard let member = members[id], groups[group]?[id] == nil else { return }
    groups[group, default: [:]][id] = member.webView
    members[id]?.info.groups.append(group)
    saveGroup(group, &entries)
    save(id, to: &entries)
  }

  mutating func leave(_ group: String, _ id: String, _ entries: inout OwnedEntries) {
    guard groups[group]?.removeValue(forKey: id) != nil else { return }
    if groups[group]?.isEmpty == true { groups[group] = nil }
    members[id]?.info.groups.removeAll { $0 == group }
    saveGroup(group, &entries)
    save(id, to: &entries)
  }

  /// Records whether a web view of another process has the name. Returns whether this has changed.
  mutating func setTaken(_ name: String, _ isTaken: Bool, _ entries: inout OwnedEntries) -> Bool {
    guard let first = wanting[name]?.first else { return false }
    guard isTaken ? takenNames.insert(name).inserted : takenNames.remove(name) != nil else { return false }
    save(first, to: &entries)
    return true
  }

  private func saveGroup(_ group: String, _ entries: inout OwnedEntries) {
    entries.set(.group(group), to: groups[group].map { Array("\($0.count)".utf8) })
  }

  /// Stores the data of a web view, without a name that another web view has.
  private func save(_ id: String, to entries: inout OwnedEntries) {
    guard var info = members[id]?.info else { return }
    if let name = info.name, takenNames.contains(name) || wanting[name]?.first != id {
      (info.name, info.wanted) = (nil, name)
    }
    guard let json = try? JSONSerializer().encode(info) else { return }
    entries.set(.webView(id), to: Array(json.bytes))
  }
}
