extension [UInt8] {
  /// Appends the decimal digits of a number, without creating a string.
  mutating func append(decimal number: some FixedWidthInteger) {
    append(decimal: UInt64(truncatingIfNeeded: number.magnitude), isNegative: number < 0)
  }

  /// Appends ASCII text that is known at compile time.
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
  /// Appends the decimal digits of a number, at most 20.
  mutating func append(decimal number: UInt64) {
    // Writes four digits at a time, because most numbers are short, and division by a constant is cheap.
    if number < 10_000 { return append(upToFourDigits: UInt32(truncatingIfNeeded: number)) }
    append(decimal: number / 10_000)
    append(fourDigits: UInt32(truncatingIfNeeded: number % 10_000))
  }

  private mutating func append(upToFourDigits number: UInt32) {
    if number >= 1000 { return append(fourDigits: number) }
    if number >= 100 { append(digit: number / 100) }
    if number >= 10 { append(digit: number / 10 % 10) }
    append(digit: number % 10)
  }

  private mutating func append(fourDigits number: UInt32) {
    append(digit: number / 1000)
    append(digit: number / 100 % 10)
    append(digit: number / 10 % 10)
    append(digit: number % 10)
  }

  private mutating func append(digit: UInt32) {
    append(UInt8(truncatingIfNeeded: digit) + UInt8(ascii: "0"))
  }
}
