import DSBridge
import DSBridgeLocks
import SnippetBridgeTesting
import Testing

@testable import SnippetFleet

@Suite(.timeLimit(.minutes(5)))
struct CallScheduleTests {
  /// A caller and a receiver, whose messages are lost, late or doubled. Each call runs at most once and ends exactly
  /// once, and its values arrive in order.
  @Test func `random schedules run no call twice`() {
    for seed in 0..<100_000 {
      var generator = SplitMix64(seed: UInt64(seed))
      var pending = PendingCalls()
      var received = ReceivedCalls()
      var leaseEnd = Duration.seconds(4)
      var now = Duration.zero
      let caller = "00000000000000a1.1"
      let receiver = "00000000000000b2.2"
      var requests: [Int] = []
      var answers: [(id: Int, answer: PendingCalls.Answer)] = []
      let ended = Mutex<[Int: Int]>([:])
      var runs: [Int: Int] = [:]
      var running: [Int] = []
      for _ in 0..<24 {
        now += .milliseconds(generator.below(300))
        switch generator.below(8) {
        case 0...2:
          let id = pending.nextID()
          _ = pending.add(id, to: receiver) { answer in
            if answer.isLast { ended.withLock { $0[id, default: 0] += 1 } }
          }
          if !generator.oneIn(8) { requests.append(id) }
          if generator.oneIn(8) { requests.append(id) }
        case 3...4:
          guard !requests.isEmpty else { continue }
          // Messages of a lost connection arrive out of order.
          let id = requests.remove(at: generator.oneIn(4) ? generator.below(requests.count) : 0)
          guard received.arrive(.init(caller: caller, id: id)) == .new else { continue }
          if now < leaseEnd {
            runs[id, default: 0] += 1
            running.append(id)
          } else {
            _ = received.end(.init(caller: caller, id: id))
            answers.append((id, .failure(BridgeError(.notFound, ""))))
          }
        case 5:
          guard !running.isEmpty else { continue }
          let id = running.remove(at: generator.below(running.count))
          guard received.end(.init(caller: caller, id: id)) != nil else { continue }
          if !generator.oneIn(8) { answers.append((id, .value("1", isLast: true))) }
          if generator.oneIn(8) { answers.append((id, .value("1", isLast: true))) }
        case 6:
          guard !answers.isEmpty else { continue }
          let (id, answer) = answers.removeFirst()
          pending.sink(for: id, of: receiver, isLast: answer.isLast)?(answer)
        default:
          if generator.oneIn(2) {
            leaseEnd = now + .seconds(4)
          } else if generator.oneIn(4) {
            // The receiver's session has ended.
            for sink in pending.removeAll(to: receiver) { sink(.failure(BridgeError(.interrupted, ""))) }
            _ = received.removeAll(of: caller)
            // The same caller would have a new session after that.
            requests = []
            running = []
          }
        }
      }
      for sink in pending.removeAll() { sink(.failure(BridgeError(.interrupted, ""))) }
      #expect(runs.values.allSatisfy { $0 == 1 }, "seed \(seed)")
      let counts = ended.withLock { $0 }
      #expect(counts.count <= pending.nextID() - 1 && counts.values.allSatisfy { $0 == 1 }, "seed \(seed)")
      #expect(pending.count == 0)
    }
  }

  @Test func `a late copy is refused, and memory of numbers is bounded`() {
    var received = ReceivedCalls()
    let caller = "00000000000000a1.1"
    for id in 1...5_000 {
      #expect(received.arrive(.init(caller: caller, id: id)) == .new)
      _ = received.end(.init(caller: caller, id: id))
    }
    #expect(received.arrive(.init(caller: caller, id: 5_000)) == .copy)
    #expect(received.arrive(.init(caller: caller, id: 4_500)) == .copy)
    #expect(received.arrive(.init(caller: caller, id: 1)) == .copy)
    for id in 1...ReceivedCalls.mostRunning {
      #expect(received.arrive(.init(caller: caller, id: 10_000 + id)) == .new)
    }
    #expect(received.arrive(.init(caller: caller, id: 30_000)) == .tooMany)
  }

  @Test func `known callers may call while the maximum number of callers is remembered`() {
    var received = ReceivedCalls()
    for id in 1...2 {
      for caller in 1...ReceivedCalls.mostCallers {
        let key = ReceivedCalls.Key(caller: "\(caller).1", id: id)
        #expect(received.arrive(key) == .new)
        _ = received.end(key)
      }
    }
    #expect(received.arrive(.init(caller: "new.1", id: 1)) == .new)
  }

  @Test func `an answer of another session is ignored`() {
    var pending = PendingCalls()
    let id = pending.nextID()
    #expect(pending.add(id, to: "00000000000000a1.1") { _ in })
    #expect(pending.sink(for: id, of: "00000000000000a1.2", isLast: true) == nil)
    #expect(pending.sink(for: id, of: "00000000000000a1.1", isLast: true) != nil)
    #expect(pending.count == 0)
  }

  @Test func `answers of a group may arrive before its servers are known`() {
    var gathering = Gathering { _ in }
    gathering.answered("a", pages: 2)
    #expect(!gathering.isComplete)
    gathering.expect(["a", "b", "c"])
    gathering.answered("b", pages: 1)
    gathering.answered("b", pages: 7)
    #expect(gathering.missing == ["c"])
    gathering.gone("c")
    #expect(gathering.isComplete && gathering.reach == FleetReach(servers: 2, pages: 3, silentServers: 1))
  }

  @Test func `a server that refuses a group's call is not waited for`() {
    var gathering = Gathering { _ in }
    gathering.gone("a")
    gathering.gone("z")
    gathering.expect(["a", "b"])
    #expect(gathering.missing == ["b"])
    gathering.answered("b", pages: 1)
    #expect(gathering.isComplete && gathering.reach == FleetReach(servers: 1, pages: 1, silentServers: 1))
  }
}

@Suite(.timeLimit(.minutes(5)))
struct FleetMessageTests {
  private let sender = "00112233445566aa.42"

  @Test(arguments: [
    FleetMessage.Content.call(webView: "id", function: "a b\n.c", wantsAll: true, limit: .milliseconds(1_500)),
    .call(webView: "id", function: "", wantsAll: false, limit: nil), .group("Löbby 1", function: "ring"),
    .invoke(interface: "printer", function: "print"), .moved(webView: "id", browsers: ["a", "b"]),
    .value(isLast: true), .value(isLast: false), .fail, .reached(17),
    .cancel, .processed(32),
  ])
  func `messages are read as they were written`(_ content: FleetMessage.Content) throws {
    for body: JSON? in [nil, #"["a",1]"#] {
      let message = FleetMessage(content: content, id: 7, sender: sender, body: body)
      #expect(try FleetMessage(message.bytes) == message)
    }
  }

  @Test func `a message of another version or size is refused by name`() {
    let error = #expect(throws: FleetMessage.Unreadable.self) { try FleetMessage(Array("2 call 7 \(sender) new".utf8)) }
    #expect(error?.reason.contains("version 2") == true && error?.id == 7 && error?.sender == sender)
    let large = Array("1 fail 7 \(sender)\n".utf8) + [UInt8](repeating: 0x20, count: FleetMessage.largest)
    let tooLarge = #expect(throws: FleetMessage.Unreadable.self) { try FleetMessage(large) }
    #expect(tooLarge?.reason.contains("bytes. The limit is 1048576 bytes.") == true && tooLarge?.isAnswer == true)
  }

  @Test func `a message with random changes is refused with a reason, or can be written and read again`() throws {
    var generator = SplitMix64(seed: 26)
    let call = FleetMessage.Content.call(webView: "id", function: "f", wantsAll: true, limit: nil)
    let valid = FleetMessage(content: call, id: 7, sender: sender).bytes
    var refused = 0
    for _ in 0..<20_000 {
      var changed = valid
      for _ in 0...generator.below(4) { changed[generator.below(changed.count)] = UInt8(generator.below(256)) }
      let bytes = Array(changed.prefix(generator.below(changed.count + 1)))
      if let message = try? FleetMessage(bytes) {
        #expect(try FleetMessage(message.bytes) == message, "\(bytes)")
      } else {
        refused += 1
        let error = #expect(throws: FleetMessage.Unreadable.self) { try FleetMessage(bytes) }
        #expect(error?.reason.hasPrefix("A message ") == true, "\(bytes)")
      }
    }
    // The changes produce both kinds of bytes.
    #expect((1..<20_000).contains(refused))
  }
}
