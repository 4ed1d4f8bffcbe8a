extension String {
  /// The text as a part of a URL: everything but letters, digits and `-._~` is percent-encoded (RFC 3986, section 2).
  package var percentEncoded: String { percentEncoded { !$0.isUnreserved } }

  /// Returns the text with those UTF-8 bytes percent-encoded for which `isEncoded` returns true.
  package func percentEncoded(where isEncoded: (UInt8) -> Bool) -> String {
    guard utf8.contains(where: isEncoded) else { return self }
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = utf8.flatMap { byte in
      isEncoded(byte) ? [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]] : [byte]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Creates a string from a peer's percent-encoded UTF-8, like ``init(peer:)``. Bytes that are not UTF-8, such as
  /// `%FF`, become U+FFFD. A `%` that is not followed by two hexadecimal digits is kept unchanged.
  package init(percentEncodedPeer bytes: some Collection<UInt8>) {
    self = Self.percentDecoded(bytes).text
  }

  /// Creates a string like ``init(percentEncodedPeer:)``; nil if a `%` is not followed by two hexadecimal digits.
  package init?(strictlyPercentEncodedPeer bytes: some Collection<UInt8>) {
    let (text, isStrict) = Self.percentDecoded(bytes)
    guard isStrict else { return nil }
    self = text
  }

  /// Returns the text if it is ASCII without `%`, otherwise nil.
  private static func unencoded(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    bytes.contains { $0 >= 0x80 || $0 == UInt8(ascii: "%") } ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes percent-encoded bytes (RFC 3986, section 2.1). `isStrict` is true if each `%` is followed by two
  /// hexadecimal digits.
  private static func percentDecoded(_ encoded: some Collection<UInt8>) -> (text: String, isStrict: Bool) {
    // Most texts need no decoding. This way is faster, because it is not generic.
    if let plain = encoded.withContiguousStorageIfAvailable(unencoded), let plain { return (plain, true) }
    guard encoded.contains(UInt8(ascii: "%")) else { return (String(peer: encoded), true) }
    let encoded = Array(encoded)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encoded.count)
    var isStrict = true
    var index = 0
    while index < encoded.count {
      if encoded[index] == UInt8(ascii: "%") {
        if index + 2 < encoded.count, let high = encoded[index + 1].hexadecimalDigit,
          let low = encoded[index + 2].hexadecimalDigit
        {
          bytes.append(high << 4 | low)
          index += 3
          continue
        }
        isStrict = false
      }
      bytes.append(encoded[index])
      index += 1
    }
    return (String(peer: bytes), isStrict)
  }

  /// Indicates whether the text and its percent-decoded form are in Stream-Safe Text Format. If so, text from another
  /// decoder, such as Foundation's `URL`, is never slow to compare.
  package var isStreamSafeWhenDecoded: Bool {
    !String(percentEncodedPeer: utf8).unicodeScalars.contains(NonStarterRun.joiner)
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit in ASCII; nil for any other byte.
  package var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  fileprivate var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~".utf8.contains(self)
    }
  }
}
