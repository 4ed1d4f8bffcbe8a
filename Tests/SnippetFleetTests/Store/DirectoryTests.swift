import SnippetBridgeTesting
import Testing

@testable import SnippetFleet

@Suite(.timeLimit(.minutes(5)))
struct DirectoryTests {
  private let one = "00000000000000a1.1"
  private let other = "00000000000000b2.2"

  @Test func `changes are parsed, and anything else is ignored`() {
    let record = Directory.Record(session: one, revision: 7, json: Array(#"{"name":"a b"}"#.utf8))
    let set = Directory.Change.parse(Array("7 set \(one) id {\"name\":\"a b\"}".utf8))
    #expect(set?.revision == 7 && set?.change == .set(id: "id", record))
    #expect(Directory.Change.parse(Array("8 del \(one) id".utf8))?.change == .remove(id: "id", session: one))
    #expect(Directory.Change.parse(Array("9 gone \(one)".utf8))?.change == .gone(session: one))
    for text in [
      "", "7", "x set \(one) id {}", "7 set me id {}", "7 new \(one) id {}", "7 gone \(one) more", "7 del \(one)",
    ] {
      #expect(Directory.Change.parse(Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test func `a missing change is noticed`() {
    var directory = Directory()
    #expect(directory.apply(.gone(session: one), revision: 5) == [])
    #expect(directory.apply(.gone(session: one), revision: 5) == [])
    #expect(directory.apply(.gone(session: one), revision: 7) == nil)
  }

  /// The list in Redis, with the changes that it publishes.
  private struct Model {
    var records: [String: Directory.Record] = [:]
    var revision = 0
    var published: [(Int, Directory.Change)] = []

    mutating func step(_ generator: inout SplitMix64, _ sessions: [String]) {
      let id = "view\(generator.below(6))"
      let session = sessions[generator.below(sessions.count)]
      switch generator.below(8) {
      case 0:
        records = records.filter { $0.value.session != session }
        publish(.gone(session: session))
      case 1...2:
        guard records[id]?.session == session else { return }
        records[id] = nil
        publish(.remove(id: id, session: session))
      default:
        // An id belongs to one session at a time.
        guard records[id] == nil || records[id]?.session == session else { return }
        let record = Directory.Record(session: session, revision: revision + 1, json: [UInt8(generator.below(200))])
        records[id] = record
        publish(.set(id: id, record))
      }
    }

    private mutating func publish(_ change: Directory.Change) {
      revision += 1
      published.append((revision, change))
    }
  }

  /// Changes arrive late, twice or not at all, while the list is read in parts. At the end, the copy is right, and each
  /// reader has heard of every difference.
  @Test func `a copy is right after random schedules`() {
    for seed in 0..<20_000 {
      var generator = SplitMix64(seed: UInt64(seed))
      var sessions = [one, other]
      var model = Model()
      var directory = Directory()
      var reader = DirectoryReader()
      var known: Set<String> = []
      var arrived = 0
      var lastID = 2
      var beginnings = 0
      func begin() {
        directory.beginLoading()
        beginnings += 1
      }
      func tell(_ ids: [String]) { reader.add(ids) }
      func receive(_ index: Int) {
        let (revision, change) = model.published[index]
        if let ids = directory.apply(change, revision: revision) { tell(ids) } else { begin() }
      }
      /// Reads a part of the list as it is now: the parts of HSCAN are not read at one moment.
      func part(_ range: Range<Int>) -> [(id: String, record: Directory.Record)] {
        model.records.filter { range.contains(Int($0.key.dropFirst(4)) ?? 0) }.map { ($0.key, $0.value) }
      }
      begin()
      for _ in 0..<40 {
        model.step(&generator, sessions)
        if generator.oneIn(12) {
          // A session that has ended never returns.
          lastID += 1
          sessions[generator.below(2)] = "00000000000000a1.\(lastID)"
        }
        while arrived < model.published.count, !generator.oneIn(3) {
          if !generator.oneIn(15) { receive(arrived) }
          if generator.oneIn(15) { receive(arrived) }
          arrived += 1
        }
        if directory.isLoading, generator.oneIn(2) {
          let (before, first) = (beginnings, arrived)
          for range in [0..<3, 3..<6] {
            // The part arrives on another connection than the changes, so newer changes may overtake it.
            let read = part(range)
            for _ in 0..<generator.below(4) { model.step(&generator, sessions) }
            while arrived < model.published.count {
              receive(arrived)
              arrived += 1
            }
            tell(directory.load(read))
          }
          if directory.isLoading { tell(directory.endLoading()) }
          // If no change was missing, the copy is right now.
          if beginnings == before, arrived > first { #expect(directory.records == model.records, "seed \(seed)") }
        }
        while generator.oneIn(2), let event = reader.take(from: directory) { apply(event, to: &known) }
      }
      // A new session of the reader: the list is read again.
      arrived = model.published.count
      directory.beginLoading()
      tell(directory.load(part(0..<6)))
      tell(directory.endLoading())
      while let event = reader.take(from: directory) { apply(event, to: &known) }
      #expect(directory.records == model.records, "seed \(seed)")
      #expect(known == Set(model.records.keys), "seed \(seed)")
      if directory.records != model.records { return }
    }
  }

  private func apply(_ event: DirectoryReader.Event, to known: inout Set<String>) {
    if event.record == nil {
      #expect(known.remove(event.id) != nil)
    } else if event.wasKnown {
      #expect(known.contains(event.id))
    } else {
      #expect(known.insert(event.id).inserted)
    }
  }

  /// Redis has lost its data, so the revisions begin again, and the sessions are new ones.
  @Test func `the list is right after the revisions have begun again`() {
    var directory = Directory()
    directory.beginLoading()
    let old = Directory.Record(session: "00000000000000a1.1", revision: 90, json: [1])
    #expect(directory.load([("a", old), ("b", old)]) == ["a", "b"])
    #expect(directory.endLoading() == [])
    directory.beginLoading()
    let new = Directory.Record(session: "00000000000000a1.2", revision: 1, json: [1])
    #expect(directory.load([("a", new)]) == ["a"])
    #expect(directory.endLoading() == ["b"])
    #expect(directory.records == ["a": new])
    // The same web view is no change.
    directory.beginLoading()
    #expect(directory.load([("a", new)]) == [])
    #expect(directory.endLoading() == [])
  }
}
