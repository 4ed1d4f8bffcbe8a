/// A random number generator that produces the same numbers for the same seed.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator. `stream` selects one of several independent sequences for the same seed.
  package init(seed: UInt64, stream: UInt64 = 0) {
    state = seed
    state = next() ^ (stream &* 0x9E37_79B9_7F4A_7C15)
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Returns a number from 0 up to, but not including, `limit`, which must be at least 1.
  package mutating func below(_ limit: Int) -> Int { Int(next() >> 33) % limit }

  package mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  mutating func happens(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  mutating func duration(upTo longest: Duration) -> Duration {
    longest * Double.random(in: 0..<1, using: &self)
  }
}
