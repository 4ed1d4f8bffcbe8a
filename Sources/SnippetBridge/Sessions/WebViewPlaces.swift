/// A limit on the number of web views, in total and per address. A value type without side effects. No operation
/// searches all entries.
///
/// One address can have at most seven eighths of all web views, so that other addresses can always have some.
///
/// If the limit is reached, a new web view replaces the oldest web view whose page has never opened a socket. A page
/// opens its socket when it receives the response to its hello, so a peer that sends hellos without opening sockets is
/// not a page. There is no time limit for opening the socket, so that many pages can load simultaneously.
struct WebViewPlaces {
  typealias ID = String

  let count: Int
  /// The maximum number of web views per address.
  var share: Int { count - count / 8 }

  private struct Holder {
    let network: PeerNetwork
    /// The web view's numbers in two lists of web views whose pages have never opened a socket: the list for the whole
    /// server, and the list for the same network. `nil` after a page has opened a socket, because the web view is then
    /// in neither list.
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

  /// Returns the web view that must be removed so that one more is allowed, and stops counting that web view. Returns
  /// `nil` if no web view must be removed. Throws if no more web views are allowed.
  mutating func makeRoom(for network: PeerNetwork) throws(Refusal) -> ID? {
    let isShareTaken = networks[network]?.count ?? 0 >= share
    guard isShareTaken || holders.count >= count else { return nil }
    guard let victim = isShareTaken ? networks[network]?.silent.oldest : silent.oldest else {
      let (holder, limit) = isShareTaken ? ("address", share) : ("server", count)
      throw .busy("This \(holder) already has \(limit) web views, which is the maximum.")
    }
    leave(victim)
    return victim
  }

  mutating func take(_ id: ID, for network: PeerNetwork) {
    networks[network, default: Network()].count += 1
    let ofNetwork = networks[network]?.silent.add(id) ?? 0
    holders[id] = Holder(network: network, silence: (silent.add(id), ofNetwork))
  }

  /// Records that a page of the web view has opened a socket.
  mutating func connect(_ id: ID) {
    guard let holder = holders[id], let silence = holder.silence else { return }
    silent.remove(silence.ofAll)
    networks[holder.network]?.silent.remove(silence.ofNetwork)
    holders[id]?.silence = nil
  }

  /// Stops counting a web view. Has no effect if the web view is not counted.
  mutating func leave(_ id: ID) {
    connect(id)
    guard let network = holders.removeValue(forKey: id)?.network else { return }
    networks[network]?.count -= 1
    if networks[network]?.count == 0 { networks[network] = nil }
  }
}

/// A list of elements in order of arrival, from which any element can be removed.
struct ArrivalOrder<Element> {
  private var elements: [Int: Element] = [:]
  private var next = 0
  /// A lower bound for the numbers of the elements.
  private var first = 0

  /// Adds an element. Returns the number with which the element can be removed.
  mutating func add(_ element: Element) -> Int {
    defer { next += 1 }
    elements[next] = element
    return next
  }

  mutating func remove(_ number: Int) { elements[number] = nil }

  /// The oldest element, or `nil` if there are no elements. Amortized O(1), because each number is examined only once.
  var oldest: Element? {
    mutating get {
      while first < next, elements[first] == nil { first += 1 }
      return elements[first]
    }
  }
}
