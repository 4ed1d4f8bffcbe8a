import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct ByteRangeTests {
  @Test(arguments: [
    ("bytes=0-0", ByteRange.part(0..<1)), ("bytes=0-9", .part(0..<10)), ("bytes=0-", .part(0..<10)),
    ("bytes=3-5", .part(3..<6)), ("bytes=3-99", .part(3..<10)), ("BYTES=9-", .part(9..<10)),
    ("bytes= 3-5 ", .part(3..<6)),
    ("bytes=-1", .part(9..<10)), ("bytes=-10", .part(0..<10)), ("bytes=-11", .part(0..<10)),
    ("bytes=0-99999999999999999999", .part(0..<10)), ("bytes=-99999999999999999999", .part(0..<10)),
    ("bytes=10-", .unsatisfiable), ("bytes=10-20", .unsatisfiable), ("bytes=-0", .unsatisfiable),
    ("bytes=99999999999999999999-", .unsatisfiable),
    ("bytes=5-3", .whole), ("bytes=0-1,3-4", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes", .whole),
    ("lines=1-2", .whole), ("bytes=a-b", .whole), ("bytes=+1-2", .whole), ("bytes=1-2-3", .whole), ("", .whole),
  ])
  func ofTenBytes(header: String, expected: ByteRange) {
    #expect(ByteRange(header, length: 10) == expected)
  }

  @Test(arguments: ["bytes=0-", "bytes=0-0", "bytes=-1"])
  func ofNothing(header: String) {
    #expect(ByteRange(header, length: 0) == .unsatisfiable)
  }
}
