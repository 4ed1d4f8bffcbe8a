import DSBridgeText
import Foundation

/// A reader for the fields of one line, from left to right. The last field is JSON. A field is represented as a range
/// of the wire message's bytes.
struct LineFields {
  private let bytes: [UInt8]
  /// The start of the next field. Greater than `limit` when the line has ended, to distinguish this from an empty last
  /// field.
  private var index: Int
  private let limit: Int

  /// Creates a reader for the range `line` of `bytes`.
  init(_ bytes: [UInt8], _ line: Range<Int>) {
    self.bytes = bytes
    index = line.lowerBound
    limit = line.upperBound
  }

  var isAtEnd: Bool { index > limit }

  /// Reads the bytes up to the next space.
  mutating func field(_ what: StaticString) throws(ProtocolError) -> Range<Int> {
    guard !isAtEnd else { throw ProtocolError("\(what) is missing") }
    let end = bytes.firstIndex(of: UInt8(ascii: " "), in: index..<limit) ?? limit
    defer { index = end + 1 }
    return index..<end
  }

  mutating func verb() throws(ProtocolError) -> RawLine.Verb {
    let word = try field("a verb")
    if isWord("ask", word) { return .ask }
    if isWord("ack", word) { return .acknowledgement }
    if isWord("post", word) { return .post }
    if isWord("call", word) { return .call }
    if isWord("return", word) { return .value }
    if isWord("throw", word) { return .failure }
    if isWord("event", word) { return .event }
    if isWord("cancel", word) { return .cancel }
    if isWord("hello", word) { return .hello }
    throw ProtocolError("unknown verb \"\(String(peer: bytes[word].prefix(32)))\"")
  }

  private func isWord(_ word: StaticString, _ field: Range<Int>) -> Bool {
    guard field.count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { text in
      for offset in text.indices where bytes[field.lowerBound + offset] != text[offset] { return false }
      return true
    }
  }

  /// Reads a decimal number without a sign or leading zeros. The maximum is 2^53 - 1, the largest integer that
  /// JavaScript represents exactly.
  mutating func number(_ what: StaticString, from least: Int) throws(ProtocolError) -> Int {
    let digits = try field(what)
    var value = 0
    guard !digits.isEmpty, digits.count <= 16, digits.count == 1 || bytes[digits.lowerBound] != UInt8(ascii: "0") else {
      throw ProtocolError("\(what) is not a number")
    }
    for index in digits {
      let digit = Int(bytes[index]) - Int(UInt8(ascii: "0"))
      guard 0...9 ~= digit else { throw ProtocolError("\(what) is not a number") }
      value = value * 10 + digit
    }
    guard value >= least, value < 1 << 53 else { throw ProtocolError("\(what) is out of range") }
    return value
  }

  /// Reads a method's name, which is percent-encoded.
  mutating func method() throws(ProtocolError) -> Range<Int> {
    let name = try field("a method")
    var rest = name
    while let index = bytes.firstIndex(of: UInt8(ascii: "%"), in: rest) {
      rest = index + 1..<name.upperBound
      guard index + 2 < name.upperBound, bytes[index + 1].hexadecimalDigit != nil,
        bytes[index + 2].hexadecimalDigit != nil
      else { throw ProtocolError("a method's name has a broken percent escape") }
    }
    return name
  }

  /// Reads the name of a global function of the page. Only plain identifiers are accepted, even though the page only
  /// looks up the name and never evaluates it as code.
  mutating func callback() throws(ProtocolError) -> Range<Int> {
    let name = try field("a callback")
    let isIdentifier =
      !name.isEmpty && name.count <= 128
      && bytes[name].allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"): true
        default: false
        }
      }
    guard isIdentifier else { throw ProtocolError("a callback's name is not an identifier") }
    return name
  }

  mutating func isLast() throws(ProtocolError) -> Bool {
    let word = try field("\"more\" or \"done\"")
    let isLast = isWord("done", word)
    guard isLast || isWord("more", word) else { throw ProtocolError("\"more\" or \"done\" is missing") }
    return isLast
  }

  /// Reads the name of an event.
  mutating func event() throws(ProtocolError) -> Range<Int> {
    let name = try field("an event's name")
    guard name.count <= WireLimits.eventName else {
      throw ProtocolError("an event's name has more than \(WireLimits.eventName) bytes")
    }
    return name
  }

  mutating func json() throws(ProtocolError) -> Range<Int> {
    guard index < limit else { throw ProtocolError("the JSON is missing") }
    defer { index = limit + 1 }
    return index..<limit
  }

  func end() throws(ProtocolError) {
    guard isAtEnd else { throw ProtocolError("the line continues after its last field") }
  }
}

extension [UInt8] {
  /// Returns the first index of `byte` in `range`; nil if there is none.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    withUnsafeBytes { bytes in
      let place = UnsafeRawBufferPointer(rebasing: bytes[range])
      guard let start = place.baseAddress, let found = memchr(start, CInt(byte), place.count) else { return nil }
      return range.lowerBound + start.distance(to: found)
    }
  }
}

/// A violation of the wire protocol by a page.
struct ProtocolError: Error {
  let problem: String

  init(_ problem: String) {
    self.problem = problem
  }
}
