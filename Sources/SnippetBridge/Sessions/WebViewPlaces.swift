/// The assignment of a limited number of places to web views. A pure value. No operation searches all entries.
///
/// One address gets at most seven eighths of the places, so that a place is always left for other addresses.
///
/// If all places are taken, web views whose pages never opened a socket are removed, the oldest first. A page opens its
/// socket as soon as its hello is answered, so a peer that only sends hellos is not a page. There is no time limit for
/// opening the socket, so as many pages as there are places may arrive at once.
struct WebViewPlaces {
  typealias ID = String

  enum Admission: Equatable {
    case free
    /// A place becomes free when this web view is removed.
    case insteadOf(ID)
    case refused(String)
  }

  let count: Int
  /// The maximum number of web views of one address.
  var share: Int { count - count / 8 }

  private struct Holder {
    let network: PeerNetwork
    /// The web view's numbers in the two lists of web views whose pages never opened a socket: that of all web views,
    /// and that of the network. `nil` after a page has opened a socket.
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

  /// Returns whether there is a place for one more web view. Removes the web view of ``Admission/insteadOf(_:)``.
  mutating func makeRoom(for network: PeerNetwork) -> Admission {
    let victim: ID?
    if networks[network]?.count ?? 0 >= share {
      victim = networks[network]?.silent.oldest
      if victim == nil { return .refused("This address already has \(share) web views, which is the maximum.") }
    } else if holders.count >= count {
      victim = silent.oldest
      if victim == nil { return .refused("This server already has \(count) web views, which is the maximum.") }
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

  /// Records that a page of the web view has opened its socket.
  mutating func connect(_ id: ID) {
    guard let holder = holders[id], let silence = holder.silence else { return }
    silent.remove(silence.ofAll)
    networks[holder.network]?.silent.remove(silence.ofNetwork)
    holders[id]?.silence = nil
  }

  /// Releases the place of a web view. No effect if it was released already.
  mutating func leave(_ id: ID) {
    connect(id)
    guard let network = holders.removeValue(forKey: id)?.network else { return }
    networks[network]?.count -= 1
    if networks[network]?.count == 0 { networks[network] = nil }
  }
}

/// Elements in the order of their arrival. Elements can be removed at any time.
struct ArrivalOrder<Element> {
  private var elements: [Int: Element] = [:]
  private var next = 0
  /// A lower bound of the elements' numbers.
  private var first = 0

  /// Adds an element. Returns the number by which to remove it.
  mutating func add(_ element: Element) -> Int {
    defer { next += 1 }
    elements[next] = element
    return next
  }

  mutating func remove(_ number: Int) { elements[number] = nil }

  /// The oldest element, or `nil` if there is none. Amortized O(1): each number is examined once.
  var oldest: Element? {
    mutating get {
      while first < next, elements[first] == nil { first += 1 }
      return elements[first]
    }
  }
}
