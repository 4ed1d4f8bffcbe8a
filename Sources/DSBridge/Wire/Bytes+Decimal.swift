extension [UInt8] {
  /// Appends the digits of a number, without the detour of a string.
  mutating func append(decimal number: Int) {
    var rest = number.magnitude
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var start = 20
      repeat {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
        rest = quotient
      } while rest > 0
      if number < 0 { append(UInt8(ascii: "-")) }
      append(contentsOf: digits[start..<20])
    }
  }

  /// Appends ASCII text that is known when the program is built.
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }
}
