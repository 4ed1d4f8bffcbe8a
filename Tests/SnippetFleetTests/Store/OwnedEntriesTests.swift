import SnippetBridgeTesting
import Testing

@testable import SnippetFleet

@Suite(.timeLimit(.minutes(5)))
struct OwnedEntriesTests {
  @Test func `only changed entries are written`() {
    var entries = OwnedEntries()
    entries.set(.webView("a"), to: [1])
    entries.set(.webView("a"), to: [2])
    let batch = entries.take()
    #expect(batch?.map(\.value) == [[2]] && entries.take() == nil)
    entries.set(.webView("a"), to: [2])
    #expect(!entries.mustWrite)
    entries.set(.webView("a"), to: nil)
    #expect(entries.take()?.map(\.value) == [nil])
  }

  /// Writes succeed, fail, or succeed without a reply. Sessions end with everything that they have stored. At the end,
  /// everything is stored as wanted.
  @Test func `the stored entries match the wanted ones after random schedules`() {
    for seed in 0..<20_000 {
      var generator = SplitMix64(seed: UInt64(seed))
      var entries = OwnedEntries()
      var wanted: [OwnedKey: [UInt8]] = [:]
      var stored: [OwnedKey: [UInt8]] = [:]
      func write(_ batch: OwnedEntries.Batch) {
        for (key, value, _) in batch { stored[key] = value }
      }
      for _ in 0..<30 {
        let key = OwnedKey.webView("\(generator.below(4))")
        switch generator.below(6) {
        case 0...2:
          let value = generator.oneIn(3) ? nil : [UInt8(generator.below(3))]
          wanted[key] = value
          entries.set(key, to: value)
        case 3:
          guard let batch = entries.take() else { continue }
          if generator.oneIn(2) { write(batch) }
          if generator.oneIn(2) {
            // Changes may happen before the result is known.
            entries.set(key, to: [9])
            wanted[key] = [9]
          }
          entries.failed(batch)
        case 4:
          guard let batch = entries.take() else { continue }
          write(batch)
          entries.succeeded(batch)
        default:
          stored = [:]
          entries.markAll()
        }
      }
      while let batch = entries.take() {
        write(batch)
        entries.succeeded(batch)
      }
      #expect(stored == wanted, "seed \(seed)")
      if stored != wanted { return }
    }
  }
}
