/// One difference between two lists. Several are applied one after another; each index is of the list as it is then.
public enum SnippetChange: Sendable, Hashable {
  /// It is new.
  case inserted(SnippetList.Entry, at: Int)
  /// It is gone.
  case removed(SnippetList.Entry, at: Int)
  /// It, or what its page is made of, has changed. Its place has not.
  case updated(SnippetList.Entry, at: Int)
  /// It stands elsewhere.
  case moved(SnippetList.Entry, from: Int, to: Int)

  /// Of whom it speaks.
  public var entry: SnippetList.Entry {
    switch self {
    case .inserted(let entry, _), .removed(let entry, _), .updated(let entry, _), .moved(let entry, _, _): entry
    }
  }

  /// The fewest removals, moves and insertions that make the new list of the old one, then the updates.
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

  /// The fewest that bring a list into another order.
  private static func moves(
    of list: inout [SnippetList.Entry], to order: [Key], places: [Key: Int]
  ) -> [SnippetChange] {
    let staying = Set(longestRise(list.compactMap { places[Key($0)] }))
    var changes: [SnippetChange] = []
    // From the end on: each goes before the one that has been put right just now.
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

  /// Two of the same id that are not the same one have different incarnations.
  private struct Key: Hashable {
    let id: String
    let incarnation: Int

    init(_ entry: SnippetList.Entry) {
      id = entry.id
      incarnation = entry.incarnation
    }
  }

  /// The longest part in which each number is larger than the one before.
  private static func longestRise(_ numbers: [Int]) -> [Int] {
    // Of the rises of each length the one that ends lowest: the places of its end, and of what stands before each end.
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
