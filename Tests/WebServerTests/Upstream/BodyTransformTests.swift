import Foundation
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct BodyTransformTests {
  private func transformed(_ bytes: [UInt8], cuts: [Int], by transform: any BodyTransform) throws -> [UInt8] {
    var transform = transform
    var output: [UInt8] = []
    var start = 0
    for cut in cuts + [bytes.count] {
      try bytes[start..<cut].withUnsafeBytes { try transform.transform($0, into: &output) }
      while transform.hasMore { try transform.goOn(into: &output) }
      start = cut
    }
    try transform.finish(into: &output)
    return output
  }

  private static let documents = [
    "", "x", "<", "<!doctype html><head><title>x", "<!-- <head> --><html lang='>'><head a>b", "\u{feff}<p>x",
    "<!doctype html>\n<p>no head", "<!-- never ends", "\u{feff}", "plain",
  ]

  /// The tag is inserted at the same position as into a file with this text, however the text is cut into pieces.
  @Test(arguments: documents)
  func theTagGoesWhereItGoesInAFile(_ document: String) throws {
    let bytes = Array(document.utf8)
    let tag = Array("<T>".utf8)
    let insertion = try #require(Insertion(of: tag, in: bytes))
    var expected = bytes
    expected.insert(contentsOf: insertion.tag, at: Int(insertion.position))
    for cut in 0...bytes.count {
      #expect(try transformed(bytes, cuts: [cut], by: HeadInsertion(of: tag, charset: nil)) == expected)
    }
    let every = Array(0...bytes.count)
    #expect(try transformed(bytes, cuts: every, by: HeadInsertion(of: tag, charset: nil)) == expected)
  }

  @Test(arguments: [true, false], [true, false])
  func utf16(isLittleEndian: Bool, hasMark: Bool) throws {
    func encode(_ text: String) -> [UInt8] {
      text.utf16.flatMap { isLittleEndian ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 255)] }
    }
    let mark = hasMark ? "\u{feff}" : ""
    let bytes = encode("\(mark)<!-- \u{3c00} --><head>\u{12345}")
    let expected = encode("\(mark)<!-- \u{3c00} --><head><T>\u{12345}")
    let charset = hasMark ? nil : isLittleEndian ? "UTF-16LE" : "utf-16be"
    for cut in 0...bytes.count {
      let transform = HeadInsertion(of: Array("<T>".utf8), charset: charset)
      #expect(try transformed(bytes, cuts: [cut], by: transform) == expected)
    }
  }

  /// The transform holds text back only until the start tag of the head, and only up to a limit.
  @Test func onlyTheBeginningWaits() {
    var insertion = HeadInsertion(of: Array("<T>".utf8), charset: nil)
    var output: [UInt8] = []
    func give(_ text: String) -> String {
      output = []
      Array(text.utf8).withUnsafeBytes { insertion.transform($0, into: &output) }
      return String(decoding: output, as: UTF8.self)
    }
    #expect(give("<!doctype html><he") == "")
    #expect(give("ad><title>") == "<!doctype html><head><T><title>")
    #expect(give("x") == "x")

    insertion = HeadInsertion(of: Array("<T>".utf8), charset: nil)
    #expect(give("<!--" + String(repeating: "x", count: Insertion.searchLimit)).hasPrefix("<T><!--"))
  }

  @Test func aPrefixComesFirst() throws {
    let prefix = Prefix(Array("first;".utf8))
    #expect(try transformed(Array("then".utf8), cuts: [0, 2], by: prefix) == Array("first;then".utf8))
    #expect(try transformed([], cuts: [], by: prefix) == Array("first;".utf8))
  }

  /// The output of `printf '<!doctype html><head><title>x' | gzip -n | base64`.
  private static let compressed =
    Data(
      base64Encoded: "H4sIAAAAAAAAA7NRTMlPLqksSFXIKMnNsbPJSE1MsbMpySzJSbWrAABPrXkjHQAAAA=="
    ).map(Array.init) ?? []

  @Test func gzipIsDecompressed() throws {
    let bytes = Self.compressed
    for cut in 0...bytes.count {
      let transform = GzipInflation(before: HeadInsertion(of: Array("<T>".utf8), charset: nil))
      let text = String(decoding: try transformed(bytes, cuts: [cut], by: transform), as: UTF8.self)
      #expect(text == "<!doctype html><head><T><title>x")
    }
  }

  /// Compressed bytes may expand to a thousand times their number.
  @Test(arguments: ["<!doctype html><head>", "<!doctype html><!--"])
  func gzipThatGrowsComesInPieces(_ start: String) throws {
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 8 << 20)
    let bytes = try gzipped(Array(start.utf8) + letters)
    #expect(bytes.count < 64 << 10)
    let transform = GzipInflation(before: HeadInsertion(of: Array("<T>".utf8), charset: nil))
    // If there is no head, the transform holds back as many bytes as the search limit allows.
    let most = GzipInflation<HeadInsertion>.pieceSize + (start.contains("head") ? 3 : Insertion.searchLimit + 3)
    var output: [UInt8] = []
    var all: [UInt8] = []
    try bytes.withUnsafeBytes { try transform.transform($0, into: &output) }
    while transform.hasMore {
      #expect(output.count <= most)
      all += output
      output = []
      try transform.goOn(into: &output)
    }
    try transform.finish(into: &output)
    all += output
    let expected = start.contains("head") ? "\(start)<T>" : start.replacing("<!--", with: "<T><!--")
    #expect(all == Array(expected.utf8) + letters)
  }

  @Test func anEmptyBodyNeedsNoDecompression() throws {
    #expect(try transformed([], cuts: [], by: GzipInflation(before: Prefix(Array("a".utf8)))) == Array("a".utf8))
  }

  @Test func whatIsNotGzipFails() {
    for bytes in [Array("plain".utf8), Array(Self.compressed.dropLast()), Array(Self.compressed.prefix(1))] {
      #expect(throws: (any Error).self) {
        try transformed(bytes, cuts: [], by: GzipInflation(before: Prefix([])))
      }
    }
    var damaged = Self.compressed
    damaged[20] ^= 0xFF
    #expect(throws: (any Error).self) { try transformed(damaged, cuts: [], by: GzipInflation(before: Prefix([]))) }
  }
}
