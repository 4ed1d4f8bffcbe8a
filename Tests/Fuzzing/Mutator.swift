import SnippetBridgeTesting

/// A generator of inputs from the corpus. The same seed gives the same inputs.
struct Mutator {
  private static let largest = 16 << 10
  /// The maximum size of an input with a run of combining marks, in bytes. Code that takes quadratic time needs seconds
  /// for such an input.
  private static let largestWithMarks = 256 << 10
  private let corpus: Corpus
  private var random: SplitMix64

  init(corpus: Corpus, seed: Int) {
    self.corpus = corpus
    random = SplitMix64(seed: UInt64(truncatingIfNeeded: seed))
  }

  mutating func input() -> [UInt8] {
    var bytes = any(of: corpus.inputs)
    for _ in 0..<(1 + random.below(6)) { mutate(&bytes) }
    guard random.below(32) == 0 else { return Array(bytes.prefix(Mutator.largest)) }
    // Insert the marks after a quotation mark, because peers send most text as JSON strings.
    let quotes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\"") }
    let place = quotes.isEmpty ? random.below(bytes.count + 1) : quotes[random.below(quotes.count)] + 1
    bytes.insert(contentsOf: marks().prefix(Mutator.largestWithMarks), at: place)
    return bytes
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let at = random.below(bytes.count + 1)
    let end = min(bytes.count, at + 1 + random.below(32))
    switch random.below(9) {
    case 0 where at < bytes.count: bytes[at] ^= 1 << UInt8(random.below(8))
    case 1 where at < bytes.count: bytes[at] = UInt8(random.below(256))
    case 2: bytes.insert(contentsOf: any(of: corpus.tokens), at: at)
    case 3: bytes.replaceSubrange(at..<end, with: any(of: corpus.tokens))
    case 4: bytes.removeSubrange(at..<end)
    case 5: bytes.insert(contentsOf: bytes[at..<end], at: random.below(bytes.count + 1))
    case 6:
      let other = any(of: corpus.inputs)
      bytes.replaceSubrange(at..., with: other[random.below(other.count + 1)...])
    case 7: swapLines(in: &bytes)
    default: replaceNumber(in: &bytes, from: at)
    }
  }

  /// Returns a run of combining marks out of their canonical order. Comparing it as a `String` takes quadratic time.
  private mutating func marks() -> [UInt8] {
    let pairs = [Array("\u{301}\u{316}".utf8), Array("\u{F73}\u{301}".utf8), Array(#"\u0301\u0316"#.utf8)]
    return Array(repeatElement(any(of: pairs), count: 1 << random.below(17)).joined())
  }

  /// Swaps or repeats lines, because the protocols consist of lines.
  private mutating func swapLines(in bytes: inout [UInt8]) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let (one, other) = (random.below(lines.count), random.below(lines.count))
    if random.below(2) == 0 { lines.swapAt(one, other) } else { lines.insert(lines[one], at: other) }
    bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }

  private mutating func replaceNumber(in bytes: inout [UInt8], from start: Int) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = bytes[start...].firstIndex(where: digits.contains) else { return }
    let end = bytes[first...].firstIndex { !digits.contains($0) } ?? bytes.endIndex
    let numbers = [
      "0", "1", "2", "-1", "4294967296", "9007199254740991", "9007199254740992", "99999999999999999999",
      String(repeating: "9", count: 1 + random.below(4096)), "1e\(random.below(100_000))",
    ]
    bytes.replaceSubrange(first..<end, with: numbers[random.below(numbers.count)].utf8)
  }

  private mutating func any(of choices: [[UInt8]]) -> [UInt8] { choices[random.below(choices.count)] }
}
