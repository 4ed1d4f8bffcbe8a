extension [UInt8] {
  /// Appends the digits of a number, without the detour of a string.
  mutating func append(decimal number: some FixedWidthInteger) {
    append(decimal: UInt64(truncatingIfNeeded: number.magnitude), isNegative: number < 0)
  }

  /// Appends ASCII text that is known when the program is built.
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  private mutating func append(decimal magnitude: UInt64, isNegative: Bool) {
    append(addingCapacity: 21) { span in
      if isNegative { span.append(UInt8(ascii: "-")) }
      span.append(decimal: magnitude)
    }
  }
}

extension OutputSpan<UInt8> {
  /// Appends the digits of a number, at most 20.
  mutating func append(decimal number: UInt64) {
    // Four bits for each, the first one lowest.
    var digits: UInt128 = 0
    var count = 0
    var rest = number
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      digits = digits << 4 | UInt128(digit)
      count += 1
      rest = quotient
    } while rest > 0
    for _ in 0..<count {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digits & 15))
      digits >>= 4
    }
  }
}
