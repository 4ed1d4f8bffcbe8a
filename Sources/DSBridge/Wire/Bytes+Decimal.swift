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
    var rest = magnitude
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 21) { digits in
      var start = 21
      repeat {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
        rest = quotient
      } while rest > 0
      if isNegative {
        start -= 1
        digits[start] = UInt8(ascii: "-")
      }
      append(contentsOf: digits[start...])
    }
  }
}
