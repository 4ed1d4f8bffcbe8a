import DequeModule

/// A queue of evaluations (calls and scripts for the page) that cannot be sent yet, because the page is not ready or
/// has not acknowledged enough data. A value type without side effects.
struct Backlog {
  /// The evaluations in the order in which they were added, with nil in place of each removed evaluation.
  private(set) var places: Deque<Evaluation?> = []
  /// The number of the first entry in ``places``. Entries are numbered in the order in which they were added.
  private var first = 0
  private var placesOfKeys: [Evaluation.Key: Int] = [:]
  private var placesOfCalls: [Int: Int] = [:]
  private(set) var count = 0
  /// The size of the waiting evaluations, in bytes.
  private(set) var bytes = 0

  var isEmpty: Bool { count == 0 }

  /// Appends an evaluation. If a waiting evaluation has the same key, it is outdated, so it is removed and returned.
  /// The new evaluation does not take its place but goes to the end of the queue, so evaluations arrive in the order in
  /// which they were added.
  mutating func add(_ evaluation: Evaluation) -> Evaluation? {
    let replaced = evaluation.key.flatMap { placesOfKeys[$0] }.flatMap { remove(at: $0) }
    let place = first + places.count
    if let key = evaluation.key { placesOfKeys[key] = place }
    if let call = evaluation.callID { placesOfCalls[call] = place }
    places.append(evaluation)
    count += 1
    bytes += evaluation.line.weight
    if places.count > 2 * count + 64 { closeGaps() }
    return replaced
  }

  mutating func popFirst() -> Evaluation? {
    while !places.isEmpty {
      if let evaluation = remove(at: first) { return evaluation }
      dropGaps()
    }
    return nil
  }

  /// Removes the evaluation of a cancelled call.
  mutating func cancel(call: Int) {
    guard let place = placesOfCalls[call] else { return }
    _ = remove(at: place)
  }

  private mutating func remove(at place: Int) -> Evaluation? {
    guard let evaluation = places[place - first] else { return nil }
    places[place - first] = nil
    if let key = evaluation.key { placesOfKeys[key] = nil }
    if let call = evaluation.callID { placesOfCalls[call] = nil }
    count -= 1
    bytes -= evaluation.line.weight
    dropGaps()
    return evaluation
  }

  private mutating func dropGaps() {
    while case .some(nil) = places.first {
      places.removeFirst()
      first += 1
    }
  }

  /// Removes the nil entries that removed evaluations leave in ``places``. They would otherwise accumulate.
  private mutating func closeGaps() {
    let waiting = places.compactMap(\.self)
    self = Backlog()
    for evaluation in waiting { _ = add(evaluation) }
  }
}
