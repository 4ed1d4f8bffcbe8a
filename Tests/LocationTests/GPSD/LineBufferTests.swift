import Testing

@testable import SnippetBridgeLocation

@Suite(.timeLimit(.minutes(5))) struct LineBufferTests {
  @Test func piecesMakeLines() {
    var lines = LineBuffer()
    #expect(lines.append("{\"a\":".utf8) == [])
    #expect(lines.append("1}\r\n\r\n\n{}\n[".utf8) == [.line(Array("{\"a\":1}\r".utf8)), .line(Array("{}".utf8))])
    #expect(lines.append("]\n".utf8) == [.line(Array("[]".utf8))])
  }

  @Test func aLineThatIsTooLongIsLeftOut() {
    var lines = LineBuffer()
    let longest = [UInt8](repeating: 65, count: LineBuffer.limit)
    #expect(lines.append(longest + Array("\n".utf8)) == [.line(longest)])
    #expect(lines.append(longest + Array("A".utf8)) == [.overlong])
    #expect(lines.append(longest + longest) == [])
    #expect(lines.append("A\n{}\n".utf8) == [.line(Array("{}".utf8))])
  }
}
