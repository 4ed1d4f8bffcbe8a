/// Functions that match the new children of a node with the old children, and find the children that need not be moved.
enum ChildMatch {
  /// Returns, for each new child, the index of the old child whose element it reuses, or `nil` if it needs a new
  /// element.
  ///
  /// Two children match if they have the same tag and the same key. Children without a key are matched in order with
  /// children of the same tag that also have no key.
  static func places(of new: [Node], in old: [Node]) -> [Int?] {
    struct Name: Hashable {
      let tag: String
      let key: String?
    }
    var places: [Name: ArraySlice<Int>] = [:]
    for (place, node) in old.enumerated() { places[Name(tag: node.tag, key: node.key), default: []].append(place) }
    return new.map { places[Name(tag: $0.tag, key: $0.key)]?.popFirst() }
  }

  /// Returns the indices of a longest increasing subsequence of `places`, ignoring `nil`. These children keep their
  /// positions, and all other children are moved around them.
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
