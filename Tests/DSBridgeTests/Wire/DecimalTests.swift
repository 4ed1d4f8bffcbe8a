import Testing

@testable import DSBridge

/// Tests of code that formats integers, four digits at a time.
@Suite(.timeLimit(.minutes(5))) struct DecimalTests {
  private func text(_ number: some FixedWidthInteger) -> String {
    var bytes: [UInt8] = []
    bytes.append(decimal: number)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func allLengthsAreWritten() {
    var power: UInt64 = 1
    for _ in 0..<20 {
      for number in [power - 1, power, power + 1, power / 5 * 7] { #expect(text(number) == String(number)) }
      power = power.multipliedReportingOverflow(by: 10).partialValue
    }
    for number in [Int.min, Int.min + 1, -10, -1, 0, 1, Int.max] { #expect(text(number) == String(number)) }
    #expect(text(UInt64.max) == "18446744073709551615")
    #expect(text(Int8.min) == "-128")
  }

  /// Bytes that were written before stay unchanged when the buffer grows.
  @Test func manyFollowEachOther() {
    var bytes: [UInt8] = []
    for number in 0..<2000 { bytes.append(decimal: number) }
    #expect(String(decoding: bytes, as: UTF8.self) == (0..<2000).map(String.init).joined())
  }
}
