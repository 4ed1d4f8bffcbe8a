/// A difference between two lists. Apply several changes one after another. Each index refers to the list after the
/// changes before.
public enum SnippetChange: Sendable, Hashable {
  /// The entry was inserted.
  case inserted(SnippetList.Entry, at: Int)
  /// The entry was removed.
  case removed(SnippetList.Entry, at: Int)
  /// The snippet or the content of its page has changed, at the same position.
  case updated(SnippetList.Entry, at: Int)
  /// The entry has moved to another position.
  case moved(SnippetList.Entry, from: Int, to: Int)

  /// The entry that has changed.
  public var entry: SnippetList.Entry {
    switch self {
    case .inserted(let entry, _), .removed(let entry, _), .updated(let entry, _), .moved(let entry, _, _): entry
    }
  }

  /// Returns the smallest number of removals, moves and insertions that turn the old list into the new one, followed
  /// by updates.
  static func between(_ old: [SnippetList.Entry], _ new: [SnippetList.Entry]) -> [SnippetChange] {
    if old == new { return [] }
    let newPlaces = Dictionary(uniqueKeysWithValues: new.enumerated().map { (Key($1), $0) })
    var changes: [SnippetChange] = []
    var list = old
    for index in old.indices.reversed() where newPlaces[Key(old[index])] == nil {
      changes.append(.removed(list.remove(at: index), at: index))
    }
    let known = Set(list.map(Key.init))
    changes += moves(of: &list, to: new.filter { known.contains(Key($0)) }.map(Key.init), places: newPlaces)
    for index in new.indices where !known.contains(Key(new[index])) {
      list.insert(new[index], at: index)
      changes.append(.inserted(new[index], at: index))
    }
    for index in new.indices where list[index] != new[index] {
      changes.append(.updated(new[index], at: index))
    }
    return changes
  }

  /// Returns the smallest number of moves that bring a list into another order, and applies them.
  private static func moves(
    of list: inout [SnippetList.Entry], to order: [Key], places: [Key: Int]
  ) -> [SnippetChange] {
    let staying = Set(longestRise(list.compactMap { places[Key($0)] }))
    var changes: [SnippetChange] = []
    // The loop goes from the last entry to the first. It moves each entry in front of the entry that it has placed
    // before.
    for (index, key) in order.enumerated().reversed() where !staying.contains(places[key] ?? 0) {
      guard let from = list.firstIndex(where: { Key($0) == key }) else { continue }
      let entry = list.remove(at: from)
      let next = index + 1 < order.count ? list.firstIndex { Key($0) == order[index + 1] } : nil
      let to = next ?? list.count
      list.insert(entry, at: to)
      changes.append(.moved(entry, from: from, to: to))
    }
    return changes
  }

  /// The identity of an entry. A snippet that was removed and added again has another incarnation.
  private struct Key: Hashable {
    let id: String
    let incarnation: Int

    init(_ entry: SnippetList.Entry) {
      id = entry.id
      incarnation = entry.incarnation
    }
  }

  /// Returns a longest increasing subsequence.
  private static func longestRise(_ numbers: [Int]) -> [Int] {
    // For each length, the index of the lowest number that ends an increasing subsequence. `previous` contains the
    // index before each number.
    var ends: [Int] = []
    var previous: [Int?] = []
    for (place, number) in numbers.enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      previous.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var rise: [Int] = []
    var place = ends.last
    while let current = place {
      rise.append(numbers[current])
      place = previous[current]
    }
    return rise.reversed()
  }
}
