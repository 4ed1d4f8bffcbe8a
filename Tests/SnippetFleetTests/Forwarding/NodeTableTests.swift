import SnippetBridge
import Testing

@testable import SnippetFleet

@Suite(.timeLimit(.minutes(5)))
struct NodeTableTests {
  private let a = NodeTable.Info(address: "http://10.0.0.7:8080")
  private let b = NodeTable.Info(address: "http://10.0.0.8:8080")

  @Test func `a server keeps its connections until it leaves or has another address`() {
    var table = NodeTable()
    #expect(table.set(["a": a, "b": b], revision: 1, at: .zero).isEmpty)
    let (first, other) = (table.upstream(of: "a", at: .zero), table.upstream(of: "b", at: .zero))
    #expect(first != nil && other != nil)
    #expect(table.set(["a": a, "b": b], revision: 2, at: .zero).isEmpty)
    #expect(table.upstream(of: "a", at: .zero) === first && table.revision == 2)
    let left = table.set(["b": .init(address: "http://10.0.0.9:8080")], revision: 3, at: .zero)
    #expect(left.count == 2 && left.contains { $0 === first } && left.contains { $0 === other })
    #expect(table.upstream(of: "a", at: .zero) == nil)
    #expect(table.upstream(of: "b", at: .zero)?.origin.description == "http://10.0.0.9:8080")
  }

  @Test func `a server that ends finishes its exchanges, but gets no new ones`() {
    var table = NodeTable()
    _ = table.set(["a": a], revision: 1, at: .zero)
    var leaving = a
    leaving.isLeaving = true
    #expect(table.set(["a": leaving], revision: 2, at: .zero).isEmpty)
    #expect(table.upstream(of: "a", at: .zero) == nil)
    #expect(table.set([:], revision: 3, at: .zero).count == 1)
  }

  @Test func `a server that cannot be reached is avoided for two seconds`() {
    var table = NodeTable()
    _ = table.set(["a": a], revision: 1, at: .zero)
    table.avoid("a", from: .seconds(5))
    #expect(table.upstream(of: "a", at: .seconds(6)) == nil)
    #expect(table.upstream(of: "a", at: .seconds(7)) != nil)
  }

  @Test func `after an outage of Redis, servers stay known until they had time to connect again`() {
    var table = NodeTable()
    _ = table.set(["a": a, "b": b], revision: 5, at: .zero)
    let known = table.upstream(of: "b", at: .zero)
    table.keep(until: .seconds(14))
    #expect(table.set([:], revision: 0, at: .seconds(10)).isEmpty)
    #expect(table.revision == nil, "the table is read again at the next beat")
    #expect(table.set(["a": a], revision: 1, at: .seconds(11)).isEmpty)
    #expect(table.upstream(of: "b", at: .seconds(11)) === known)
    let left = table.set(["a": a], revision: 1, at: .seconds(14))
    #expect(left.count == 1 && left.first === known)
    #expect(table.upstream(of: "a", at: .seconds(14)) != nil && table.revision == 1)
  }

  @Test func `a server that leaves after it has connected again is not kept`() {
    var table = NodeTable()
    _ = table.set(["a": a, "b": b], revision: 5, at: .zero)
    table.keep(until: .seconds(14))
    #expect(table.set(["a": a], revision: 1, at: .seconds(10)).isEmpty)
    #expect(table.set(["b": b], revision: 3, at: .seconds(11)).count == 1)
    #expect(table.upstream(of: "a", at: .seconds(11)) == nil)
    #expect(table.upstream(of: "b", at: .seconds(11)) != nil && table.revision == 3)
  }
}

@Suite(.timeLimit(.minutes(5)))
struct FleetKeysTests {
  private let keys = FleetKeys(secrets: [WebView.randomID()])
  private let id = "00112233445566aa"
  private var mark: FleetKeys.Mark { .init(node: id, browser: "00112233445566778899aabbccddeeff") }

  @Test func `a browser cannot name another server`() {
    let text = keys.text(of: mark)
    #expect(keys.mark(text) == mark)
    let other = text.replacing("00112233445566aa.", with: "00112233445566ab.")
    let otherBrowser = text.replacing("ddeeff", with: "ddeefe")
    for forged in ["", id, "\(id)..", "\(id).\(mark.browser).00000000", text + "0", "x.y.z", other, otherBrowser] {
      #expect(keys.mark(forged) == nil, "\(forged)")
    }
    #expect(FleetKeys(secrets: [WebView.randomID()]).mark(text) == nil)
    #expect(FleetKeys(secrets: []).mark(text) == nil)
  }

  @Test func `an address is signed for one session`() {
    let signature = keys.signature(of: .address("http://10.0.0.7:8080", session: "\(id).7"))
    #expect(keys.isSigned(.address("http://10.0.0.7:8080", session: "\(id).7"), by: signature))
    #expect(!keys.isSigned(.address("http://10.0.0.7:8080", session: "\(id).8"), by: signature))
    #expect(!keys.isSigned(.address("http://10.0.0.6:8080", session: "\(id).7"), by: signature))
    #expect(keys.mark("\(id).\(mark.browser).\(signature)") == nil, "a signature has one purpose")
  }

  @Test func `the address of a browser is signed for one server`() {
    let signature = keys.signature(of: .peer("203.0.113.9", to: id))
    #expect(keys.isSigned(.peer("203.0.113.9", to: id), by: signature))
    #expect(!keys.isSigned(.peer("203.0.113.8", to: id), by: signature))
    #expect(!keys.isSigned(.peer("203.0.113.9", to: "00112233445566ab"), by: signature))
    #expect(!keys.isSigned(.peer("203.0.113.9", to: id), by: ""))
  }

  @Test func `a secret is replaced in steps`() {
    let next = FleetKeys(secrets: [WebView.randomID()] + keys.secrets)
    #expect(next.mark(keys.text(of: mark)) == mark)
    #expect(keys.mark(next.text(of: mark)) == nil)
    #expect(FleetKeys(secrets: keys.secrets + next.secrets).mark(next.text(of: mark)) == mark)
  }
}
