/// Which of a node's new children are old ones, and which of those need not move.
enum ChildMatch {
  /// For each new child the place of the old one that it continues: by tag and key, or without a key the next of its
  /// tag.
  static func places(of new: [Node], in old: [Node]) -> [Int?] {
    struct Name: Hashable {
      let tag: String
      let key: String?
    }
    var places: [Name: ArraySlice<Int>] = [:]
    for (place, node) in old.enumerated() { places[Name(tag: node.tag, key: node.key), default: []].append(place) }
    return new.map { places[Name(tag: $0.tag, key: $0.key)]?.popFirst() }
  }

  /// The indexes of a longest rising subsequence of `places`, where nil counts for nothing: children that stay where
  /// they are while all others move around them.
  static func longestRise(in places: [Int?]) -> Set<Int> {
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: places.count)
    for (index, place) in places.enumerated() {
      guard let place else { continue }
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if places[ends[middle]] ?? 0 < place { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var rise: Set<Int> = []
    var next = ends.last
    while let index = next {
      rise.insert(index)
      next = previous[index]
    }
    return rise
  }
}
