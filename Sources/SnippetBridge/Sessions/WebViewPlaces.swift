/// Which web views have the places that there are. A pure value; no operation searches it.
///
/// One address gets most places at most, so that others always find one. When all are taken, web views whose pages have
/// never opened a socket make room, the oldest first: a page opens its socket as soon as its hello is answered, so a
/// peer that only says hello is no page. There is no time limit: as many pages may come at once as there are places.
struct WebViewPlaces {
  typealias ID = String

  enum Admission: Equatable {
    case free
    /// This one has to go.
    case insteadOf(ID)
    case refused(String)
  }

  let count: Int
  /// Of an address.
  var share: Int { count - count / 8 }

  private struct Holder {
    let network: PeerNetwork
    /// Its numbers among the web views whose pages have never opened a socket. Nil once it has.
    var silence: (ofAll: Int, ofNetwork: Int)?
  }

  private struct Network {
    var count = 0
    var silent = ArrivalOrder<ID>()
  }

  private var holders: [ID: Holder] = [:]
  private var networks: [PeerNetwork: Network] = [:]
  private var silent = ArrivalOrder<ID>()

  init(count: Int) { self.count = count }

  var taken: Int { holders.count }

  /// Whether there is a place for one more. Has removed the web view that had to go for it.
  mutating func makeRoom(for network: PeerNetwork) -> Admission {
    let victim: ID?
    if networks[network]?.count ?? 0 >= share {
      victim = networks[network]?.silent.oldest
      if victim == nil { return .refused("There are \(share) web views of this address already.") }
    } else if holders.count >= count {
      victim = silent.oldest
      if victim == nil { return .refused("There are \(count) web views already.") }
    } else {
      return .free
    }
    guard let victim else { return .free }
    leave(victim)
    return .insteadOf(victim)
  }

  mutating func take(_ id: ID, for network: PeerNetwork) {
    networks[network, default: Network()].count += 1
    let ofNetwork = networks[network]?.silent.add(id) ?? 0
    holders[id] = Holder(network: network, silence: (silent.add(id), ofNetwork))
  }

  /// A page of it has opened its socket, the first time or again.
  mutating func connect(_ id: ID) {
    guard let holder = holders[id], let silence = holder.silence else { return }
    silent.remove(silence.ofAll)
    networks[holder.network]?.silent.remove(silence.ofNetwork)
    holders[id]?.silence = nil
  }

  /// No effect when it has gone already.
  mutating func leave(_ id: ID) {
    connect(id)
    guard let network = holders.removeValue(forKey: id)?.network else { return }
    networks[network]?.count -= 1
    if networks[network]?.count == 0 { networks[network] = nil }
  }
}

/// Elements in the order of their arrival; each may leave at any time.
struct ArrivalOrder<Element> {
  private var elements: [Int: Element] = [:]
  private var next = 0
  /// No element has a lower number.
  private var first = 0

  /// Returns the number to remove it by.
  mutating func add(_ element: Element) -> Int {
    defer { next += 1 }
    elements[next] = element
    return next
  }

  mutating func remove(_ number: Int) { elements[number] = nil }

  /// Nil when it is empty. Each number is looked at once.
  var oldest: Element? {
    mutating get {
      while first < next, elements[first] == nil { first += 1 }
      return elements[first]
    }
  }
}
