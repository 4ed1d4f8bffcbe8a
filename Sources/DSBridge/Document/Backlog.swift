import DequeModule

/// Evaluations that wait, in order: for a page to be ready, or to catch up. A pure value.
struct Backlog {
  /// In the order in which they were sent; nil where one was cancelled.
  private(set) var places: Deque<Evaluation?> = []
  /// The number of the first place.
  private var first = 0
  private var placesOfKeys: [Evaluation.Key: Int] = [:]
  private var placesOfCalls: [Int: Int] = [:]
  private(set) var count = 0
  /// What they weigh.
  private(set) var bytes = 0

  var isEmpty: Bool { count == 0 }

  /// Takes the last place. Gives back the one that it replaces, if one of its key waits: what arrives is in the order
  /// of sending, always.
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

  /// Cancels a call.
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

  /// One that is replaced again and again must not leave ever more gaps.
  private mutating func closeGaps() {
    let waiting = places.compactMap(\.self)
    self = Backlog()
    for evaluation in waiting { _ = add(evaluation) }
  }
}
