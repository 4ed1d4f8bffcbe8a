extension JSONReader {
  /// The parts of a number's text (RFC 8259, section 6).
  struct Number {
    var isNegative = false
    var whole: Range<Int>
    var fraction: Range<Int>
    /// The exponent, limited to a magnitude that no representable value reaches.
    var exponent = 0
    var text: Range<Int>
  }

  /// Reads the parts of the next number. The caller has checked that a number begins here.
  mutating func number() throws(BridgeError) -> Number {
    let start = index
    let isNegative = skipByte("-")
    let whole = digits()
    guard !whole.isEmpty, whole.count == 1 || bytes[whole.lowerBound] != UInt8(ascii: "0") else {
      throw malformed(from: start, "This is not a valid number.")
    }
    var fraction = index..<index
    if skipByte(".") {
      fraction = digits()
      guard !fraction.isEmpty else { throw malformed("Expected a digit.") }
    }
    var exponent = 0
    if skipByte("e") || skipByte("E") {
      let isNegative = skipByte("-")
      if !isNegative { _ = skipByte("+") }
      let digits = digits()
      guard !digits.isEmpty else { throw malformed("Expected a digit.") }
      for index in digits { exponent = min(exponent * 10 + Int(bytes[index] - UInt8(ascii: "0")), 1 << 40) }
      if isNegative { exponent = -exponent }
    }
    return Number(isNegative: isNegative, whole: whole, fraction: fraction, exponent: exponent, text: start..<index)
  }

  /// Reads an integer in any notation (`5`, `5.0`, `1e3`). Throws if the value is not an exact `T`.
  mutating func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    let start = try startOfNumber()
    if let value = shortInteger() {
      guard let value = T(exactly: value) else { throw JSONMismatch(index: start) }
      return value
    }
    let number = try number()
    guard let value: T = exactInteger(number) else { throw JSONMismatch(index: start) }
    return value
  }

  /// Reads an integer in the most common notation: at most 18 digits, and a minus sign if negative. Returns nil, and
  /// reads nothing, for any other number.
  private mutating func shortInteger() -> Int? {
    var place = index
    let isNegative = bytes[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let start = place
    var value = 0
    while place < bytes.endIndex, place - start < 18 {
      let byte = bytes[place]
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { break }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      place += 1
    }
    guard place > start, place - start == 1 || bytes[start] != UInt8(ascii: "0") else { return nil }
    if place < bytes.endIndex {
      switch bytes[place] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): return nil
      default: break
      }
    }
    index = place
    return isNegative ? -value : value
  }

  /// Reads the nearest `Double`. Throws if the number is out of range.
  mutating func double() throws -> Double {
    let start = try startOfNumber()
    if let value = shortInteger(), value.magnitude < 1 << 53 {
      return bytes[start] == UInt8(ascii: "-") ? -Double(value.magnitude) : Double(value.magnitude)
    }
    index = start
    return try nearest(number(), from: start)
  }

  /// Reads the nearest `Float`. Throws if the number is out of range.
  mutating func float() throws -> Float {
    let start = try startOfNumber()
    return try nearest(number(), from: start)
  }

  /// Reads an `Int` if the number is an integer that fits, otherwise a `Double`.
  mutating func intOrDouble() throws -> any Sendable {
    let start = try startOfNumber()
    if let value = shortInteger() { return value }
    let number = try number()
    if let value: Int = exactInteger(number) { return value }
    return try nearest(number, from: start) as Double
  }

  private mutating func startOfNumber() throws -> Int {
    guard let byte = peek(), byte == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else {
      throw JSONMismatch(index: index)
    }
    return index
  }

  private func nearest<T: BinaryFloatingPoint & LosslessStringConvertible>(
    _ number: Number, from start: Int
  ) throws -> T {
    guard let value = T(String(decoding: bytes[number.text], as: UTF8.self)), value.isFinite else {
      throw JSONMismatch(index: start)
    }
    return value
  }

  /// Returns the number as an integer; nil if it is not an exact `T`.
  private func exactInteger<T: FixedWidthInteger>(_ number: Number) -> T? {
    var digits = bytes[number.whole] + bytes[number.fraction]
    var exponent = number.exponent - number.fraction.count
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    if significant.isEmpty { return 0 }
    guard exponent >= 0, significant.count + exponent <= 20 else { return nil }
    // An integer of 20 digits fits into Int128, with either sign.
    let value = (significant + repeatElement(UInt8(ascii: "0"), count: exponent)).reduce(Int128(0)) {
      $0 * 10 + Int128($1 - UInt8(ascii: "0"))
    }
    return T(exactly: number.isNegative ? -value : value)
  }

  private mutating func digits() -> Range<Int> {
    let start = index
    while index < bytes.endIndex, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[index] { index += 1 }
    return start..<index
  }

  private mutating func skipByte(_ byte: Unicode.Scalar) -> Bool {
    guard index < bytes.endIndex, bytes[index] == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }
}
