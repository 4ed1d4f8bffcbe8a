/// Random numbers that a seed repeats (SplitMix64).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  /// `stream` tells dice of one seed from each other.
  init(seed: UInt64, stream: UInt64 = 0) {
    state = seed
    state = next() ^ (stream &* 0x9E37_79B9_7F4A_7C15)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func falls(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  mutating func duration(upTo longest: Duration) -> Duration {
    longest * Double.random(in: 0..<1, using: &self)
  }
}
