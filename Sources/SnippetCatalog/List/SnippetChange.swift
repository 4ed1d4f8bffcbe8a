/// A change to a list of visible snippets. Several changes must be applied in order, because each index refers to the
/// list after the preceding changes.
public enum SnippetChange: Sendable, Hashable {
  /// The entry was inserted.
  case inserted(SnippetList.Entry, at: Int)
  /// The entry was removed.
  case removed(SnippetList.Entry, at: Int)
  /// The snippet or the content of its page has changed. The entry keeps its index.
  case updated(SnippetList.Entry, at: Int)
  /// The entry has moved to another index.
  case moved(SnippetList.Entry, from: Int, to: Int)

  /// The entry that has changed.
  public var entry: SnippetList.Entry {
    switch self {
    case .inserted(let entry, _), .removed(let entry, _), .updated(let entry, _), .moved(let entry, _, _): entry
    }
  }

  /// Returns the changes that turn the old list into the new one: a minimal number of removals, moves and insertions,
  /// followed by updates.
  static func between(_ old: [SnippetList.Entry], _ new: [SnippetList.Entry]) -> [SnippetChange] {
    if old == new { return [] }
    let wanted = Set(new.map(Key.init))
    var changes: [SnippetChange] = []
    var list = old
    for index in old.indices.reversed() where !wanted.contains(Key(old[index])) {
      changes.append(.removed(list.remove(at: index), at: index))
    }
    let known = Set(list.map(Key.init))
    changes += moves(of: &list, to: new.map(Key.init).filter(known.contains))
    for index in new.indices where !known.contains(Key(new[index])) {
      list.insert(new[index], at: index)
      changes.append(.inserted(new[index], at: index))
    }
    for index in new.indices where list[index] != new[index] {
      changes.append(.updated(new[index], at: index))
    }
    return changes
  }

  /// Reorders a list with a minimal number of moves, and returns these moves.
  private static func moves(of list: inout [SnippetList.Entry], to order: [Key]) -> [SnippetChange] {
    let moving = order.difference(from: list.map(Key.init)).insertions.map { change in
      switch change {
      case .insert(_, let key, _), .remove(_, let key, _): key
      }
    }
    var changes: [SnippetChange] = []
    // The loop goes from the last entry of the new order to the first. It moves an entry in front of the entry that
    // follows it in the new order. That entry already has its final position relative to all later entries.
    for (index, key) in order.enumerated().reversed() where moving.contains(key) {
      guard let from = list.firstIndex(where: { Key($0) == key }) else { continue }
      let entry = list.remove(at: from)
      let next = index + 1 < order.count ? list.firstIndex { Key($0) == order[index + 1] } : nil
      let to = next ?? list.count
      list.insert(entry, at: to)
      changes.append(.moved(entry, from: from, to: to))
    }
    return changes
  }

  /// The identity of an entry. A snippet that was removed and added again has a different incarnation.
  private struct Key: Hashable {
    let id: String
    let incarnation: Int

    init(_ entry: SnippetList.Entry) {
      id = entry.id
      incarnation = entry.incarnation
    }
  }
}
