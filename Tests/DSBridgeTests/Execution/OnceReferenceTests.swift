import DSBridgeLocks
import Testing

@Suite(.timeLimit(.minutes(1))) struct OnceReferenceTests {
  private final class Thing: Sendable {}

  private final class Holder: Sendable {
    let reference = OnceReference()
  }

  @Test func theFirstObjectStays() {
    let reference = OnceReference()
    #expect(reference.load(as: Thing.self) == nil)
    let (first, second) = (Thing(), Thing())
    reference.set(first)
    reference.set(second)
    #expect(reference.load(as: Thing.self) === first)
  }

  @Test func objectsAreReleased() {
    weak var first: Thing?
    weak var second: Thing?
    do {
      let reference = OnceReference()
      let things = (Thing(), Thing())
      (first, second) = things
      reference.set(things.0)
      reference.set(things.1)
      #expect(first != nil)
    }
    #expect(first == nil)
    #expect(second == nil)
  }

  @Test func allThreadsSeeOneObject() async {
    let holder = Holder()
    let seen = await withTaskGroup(of: ObjectIdentifier?.self) { group in
      for _ in 0..<100 {
        group.addTask {
          holder.reference.set(Thing())
          return holder.reference.load(as: Thing.self).map { ObjectIdentifier($0) }
        }
      }
      return await group.reduce(into: Set<ObjectIdentifier?>()) { $0.insert($1) }
    }
    #expect(seen.count == 1)
    #expect(!seen.contains(nil))
  }
}
