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
  /// followed by updates. Both lists are from the same ``SnippetList``, in which each incarnation identifies one entry.
  static func between(_ old: [SnippetList.Entry], _ new: [SnippetList.Entry]) -> [SnippetChange] {
    if old == new { return [] }
    let wanted = Set(new.map(\.incarnation))
    var changes: [SnippetChange] = []
    var list = old
    for index in old.indices.reversed() where !wanted.contains(old[index].incarnation) {
      changes.append(.removed(list.remove(at: index), at: index))
    }
    let known = Set(list.map(\.incarnation))
    changes += moves(of: &list, to: new.map(\.incarnation).filter(known.contains))
    for index in new.indices where !known.contains(new[index].incarnation) {
      list.insert(new[index], at: index)
      changes.append(.inserted(new[index], at: index))
    }
    for index in new.indices where list[index] != new[index] {
      changes.append(.updated(new[index], at: index))
    }
    return changes
  }

  /// Reorders a list with a minimal number of moves, and returns these moves.
  private static func moves(of list: inout [SnippetList.Entry], to order: [Int]) -> [SnippetChange] {
    let moving = order.difference(from: list.map(\.incarnation)).insertions.map { change in
      switch change {
      case .insert(_, let incarnation, _), .remove(_, let incarnation, _): incarnation
      }
    }
    var changes: [SnippetChange] = []
    // The loop goes from the last entry of the new order to the first. It moves an entry in front of the entry that
    // follows it in the new order. That entry already has its final position relative to all later entries.
    for (index, incarnation) in order.enumerated().reversed() where moving.contains(incarnation) {
      guard let from = list.firstIndex(where: { $0.incarnation == incarnation }) else { continue }
      let entry = list.remove(at: from)
      let next = index + 1 < order.count ? list.firstIndex { $0.incarnation == order[index + 1] } : nil
      let to = next ?? list.count
      list.insert(entry, at: to)
      changes.append(.moved(entry, from: from, to: to))
    }
    return changes
  }
}
