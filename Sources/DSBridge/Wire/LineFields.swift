import Glibc

/// Reads the fields of one line from left to right; what is left at the end is JSON.
struct LineFields {
  private let bytes: [UInt8]
  /// What is left; nil when the line has ended, which is not the same as an empty rest.
  private var rest: Range<Int>?

  /// The line is that part of `bytes`.
  init(_ bytes: [UInt8], _ line: Range<Int>) {
    self.bytes = bytes
    rest = line
  }

  var isAtEnd: Bool { rest == nil }

  /// The bytes up to the next space.
  private mutating func field(_ what: StaticString) throws(MalformedLine) -> ArraySlice<UInt8> {
    guard let line = rest else { throw MalformedLine("\(what) is missing") }
    if let space = bytes.firstIndex(of: UInt8(ascii: " "), in: line) {
      rest = space + 1..<line.upperBound
      return bytes[line.lowerBound..<space]
    }
    rest = nil
    return bytes[line]
  }

  mutating func word(_ what: StaticString) throws(MalformedLine) -> String {
    String(decoding: try field(what), as: UTF8.self)
  }

  /// A decimal number without sign or leading zeros, at most 2^53 - 1: JavaScript counts exactly that far.
  mutating func number(_ what: StaticString, from least: Int) throws(MalformedLine) -> Int {
    let digits = try field(what)
    var value = 0
    guard !digits.isEmpty, digits.count <= 16, digits.first != UInt8(ascii: "0") || digits.count == 1 else {
      throw MalformedLine("\(what) is not a number")
    }
    for digit in digits {
      let digit = Int(digit) - Int(UInt8(ascii: "0"))
      guard 0...9 ~= digit else { throw MalformedLine("\(what) is not a number") }
      value = value * 10 + digit
    }
    guard value >= least, value < 1 << 53 else { throw MalformedLine("\(what) is out of range") }
    return value
  }

  mutating func messageNumber() throws(MalformedLine) -> Int {
    try number("a message number", from: 1)
  }

  /// A method's name, percent-decoded.
  mutating func method() throws(MalformedLine) -> String {
    let raw = try field("a method")
    guard raw.contains(UInt8(ascii: "%")) else { return String(decoding: raw, as: UTF8.self) }
    var name: [UInt8] = []
    var bytes = raw.makeIterator()
    while let byte = bytes.next() {
      if byte != UInt8(ascii: "%") {
        name.append(byte)
      } else if let high = bytes.next().flatMap(hexadecimal), let low = bytes.next().flatMap(hexadecimal) {
        name.append(high << 4 | low)
      } else {
        throw MalformedLine("a method's name has a broken percent escape")
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// The name of a global function of the page. Names are looked up there and never run as code; still, only a plain
  /// identifier is taken.
  mutating func callback() throws(MalformedLine) -> String {
    let name = try field("a callback")
    let isIdentifier =
      !name.isEmpty && name.count <= 128
      && name.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"): true
        default: false
        }
      }
    guard isIdentifier else { throw MalformedLine("a callback's name is not an identifier") }
    return String(decoding: name, as: UTF8.self)
  }

  mutating func isLast() throws(MalformedLine) -> Bool {
    switch try word("\"more\" or \"done\"") {
    case "more": false
    case "done": true
    default: throw MalformedLine("\"more\" or \"done\" is missing")
    }
  }

  mutating func json() throws(MalformedLine) -> JSON {
    guard let text = rest, !text.isEmpty else { throw MalformedLine("the JSON is missing") }
    rest = nil
    return JSON(bytes: bytes[text])
  }

  func end() throws(MalformedLine) {
    guard rest == nil else { throw MalformedLine("the line goes on where it should end") }
  }

  private func hexadecimal(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension [UInt8] {
  /// The first place of `byte` there.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    withUnsafeBytes { bytes in
      let place = UnsafeRawBufferPointer(rebasing: bytes[range])
      guard let start = place.baseAddress, let found = memchr(start, CInt(byte), place.count) else { return nil }
      return range.lowerBound + start.distance(to: found)
    }
  }
}

struct MalformedLine: Error {
  var problem: String

  init(_ problem: String) {
    self.problem = problem
  }
}
