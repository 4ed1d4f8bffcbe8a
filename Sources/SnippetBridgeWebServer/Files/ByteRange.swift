/// The part of a body that a `Range` header requests (RFC 9110, section 14).
enum ByteRange: Equatable, Sendable {
  /// The whole body: the header is not a valid byte range, or requests several ranges, which a server may ignore.
  case whole
  case part(Range<Int64>)
  /// The requested range is outside of the body.
  case unsatisfiable

  /// Parses a `Range` header.
  /// - Parameter length: The length of the whole body, in bytes.
  init(_ header: String, length: Int64) {
    self = .whole
    let text = header.utf8
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")), header[..<equals].lowercased() == "bytes" else { return }
    let trimmed = header[text.index(after: equals)...].filter { $0 != " " && $0 != "\t" }
    let ends = trimmed.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2 else { return }
    switch (Self.number(ends[0]), Self.number(ends[1]), ends[0].isEmpty, ends[1].isEmpty) {
    case (nil, let suffix?, true, _):
      self = suffix == 0 || length == 0 ? .unsatisfiable : .part(max(0, length - suffix)..<length)
    case (let first?, nil, _, true):
      self = first < length ? .part(first..<length) : .unsatisfiable
    case (let first?, let last?, _, _) where first <= last:
      self = first < length ? .part(first..<(min(last, length - 1) + 1)) : .unsatisfiable
    default: break
    }
  }

  /// Parses a number that must consist of digits only. A number that overflows becomes `Int64.max`, which is larger
  /// than any file.
  private static func number(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text) ?? Int64.max
  }
}
