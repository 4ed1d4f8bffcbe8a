import DSBridge
import Testing

/// Random JSON from a page produces an error or a value, and each value can be written and read again.
@Suite(.timeLimit(.minutes(5))) struct JSONFuzzTests {
  private static let seeds = [
    #"{"x":1,"y":-2.5e3,"z":[true,false,null,"a\u00e9\ud83d\ude00\n"],"":{}}"#, #"[[[1e400,0.1,-0]],"\ud800","\\"]"#,
    #"{"x":9223372036854775808,"y":null}"#,
  ]

  @Test func mutatedTextsNeverTrap() {
    let serializer = JSONSerializer()
    let alphabet = Array(#"{}[]",:\ue+-.0123456789dD8aA tfn"#.utf8) + [0, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xFF]
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      var bytes = Array((JSONFuzzTests.seeds.randomElement(using: &generator) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[index] = alphabet.randomElement(using: &generator) ?? 0
        case 1: bytes.insert(alphabet.randomElement(using: &generator) ?? 0, at: index)
        default: bytes.removeSubrange(index..<min(bytes.count, index + 3))
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      let json = JSON(bytes: bytes[...])
      _ = try? serializer.decode(Int.self, from: json)
      _ = try? serializer.decode([String: Double?].self, from: json)
      _ = try? serializer.decode(Point.self, from: json)
      _ = try? serializer.decode([[[Double]]].self, from: json)
      guard let value = try? serializer.decodeAny(from: json) else { continue }
      guard let again = try? serializer.encode(any: value), (try? serializer.decodeAny(from: again)) != nil else {
        Issue.record("\(json) was read, and not written and read again")
        continue
      }
    }
  }
}
