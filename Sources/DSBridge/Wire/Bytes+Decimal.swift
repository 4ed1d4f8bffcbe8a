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
    let (high, low) = number.quotientAndRemainder(dividingBy: 10_000_000_000_000_000)
    if high > 0 { append(digitsOf: high, atLeast: 1) }
    append(digitsOf: low, atLeast: high > 0 ? 16 : 1)
  }

  /// Of a number of at most 16 digits.
  private mutating func append(digitsOf number: UInt64, atLeast least: Int) {
    // Four bits for each, the first one lowest.
    var digits: UInt64 = 0
    var count = 0
    var rest = number
    while rest > 0 || count < least {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      digits = digits << 4 | digit
      count += 1
      rest = quotient
    }
    for _ in 0..<count {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digits & 15))
      digits >>= 4
    }
  }
}
