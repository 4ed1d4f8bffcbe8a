/// Who has the places that there are for web views. A pure value; nothing in it is ever searched through.
///
/// One address gets most of them at most, so that others always find some. When all are taken, those whose pages have
/// never opened a socket make room, the oldest first: a page opens its socket as soon as its hello is answered, and who
/// only says hello is no page. Nothing is limited by time: as many pages as there are places may come at once.
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
    /// Its places among those who have never connected; nil once it has.
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

  /// Whether there is a place for a newcomer; who has to go for it has gone then.
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

/// What has come, in its order; each may leave at any time.
struct ArrivalOrder<Element> {
  private var elements: [Int: Element] = [:]
  private var next = 0
  /// Nobody before it is there.
  private var first = 0

  /// Returns what it leaves by.
  mutating func add(_ element: Element) -> Int {
    defer { next += 1 }
    elements[next] = element
    return next
  }

  mutating func remove(_ number: Int) { elements[number] = nil }

  /// Nil when nobody is there. Each number is passed once.
  var oldest: Element? {
    mutating get {
      while first < next, elements[first] == nil { first += 1 }
      return elements[first]
    }
  }
}
