import Testing

@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct WebViewPlacesTests {
  private let here = PeerNetwork(of: "192.0.2.1")
  private let there = PeerNetwork(of: "192.0.2.2")

  private enum Admission: Equatable {
    case free
    case insteadOf(String)
    case refused(String)
  }

  private func take(_ id: String, _ network: PeerNetwork, _ places: inout WebViewPlaces) -> Admission {
    do throws(Refusal) {
      let victim = try places.makeRoom(for: network)
      places.take(id, for: network)
      return victim.map { .insteadOf($0) } ?? .free
    } catch {
      guard case .busy(let sentence) = error else { return .refused("\(error)") }
      return .refused(sentence)
    }
  }

  @Test func whoHasNeverConnectedGoesFirst() {
    var places = WebViewPlaces(count: 4)
    for id in ["a", "b", "c", "d"] { #expect(take(id, here, &places) == .free) }
    places.connect("a")
    places.connect("c")
    #expect(take("e", here, &places) == .insteadOf("b"))
    #expect(take("f", there, &places) == .insteadOf("d"))
    places.connect("e")
    places.connect("f")
    places.connect("f")
    #expect(take("g", here, &places) == .refused("This server already has 4 web views, which is the maximum."))
    #expect(take("g", there, &places) == .refused("This server already has 4 web views, which is the maximum."))
    places.leave("a")
    places.leave("a")
    #expect(take("g", there, &places) == .free)
    #expect(places.taken == 4)
  }

  @Test func anAddressLeavesSomeToOthers() {
    var places = WebViewPlaces(count: 16)
    for number in 0..<14 {
      #expect(take("\(number)", here, &places) == .free)
      if number > 0 { places.connect("\(number)") }
    }
    #expect(take("x", here, &places) == .insteadOf("0"))
    places.connect("x")
    #expect(take("y", here, &places) == .refused("This address already has 14 web views, which is the maximum."))
    #expect(take("z", there, &places) == .free)
  }

  /// A flood of hellos from one address displaces the oldest web views of that address first. So a page at that address
  /// has time to open its socket.
  @Test func aFloodOfHellosLeavesAPageTime() {
    var places = WebViewPlaces(count: 10_000)
    for number in 0..<20_000 { _ = take("\(number)", here, &places) }
    #expect(places.taken == 8750)
    #expect(take("page", here, &places) == .insteadOf("11250"))
    for number in 20_000..<28_749 { #expect(take("\(number)", here, &places) != .insteadOf("page")) }
    #expect(take("last", here, &places) == .insteadOf("page"))
  }

  /// Admits 8,000 pages from one address, as in the benchmarks, without displacing any of them.
  @Test func manyPagesFromOneAddressAreWelcome() {
    var places = WebViewPlaces(count: 10_000)
    for number in 0..<8000 { #expect(take("\(number)", here, &places) == .free) }
    for number in 0..<8000 { places.connect("\(number)") }
    for number in 0..<8000 { places.leave("\(number)") }
    #expect(places.taken == 0)
  }
}
