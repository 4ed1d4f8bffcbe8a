extension String {
  /// Creates a string from a peer's percent-encoded UTF-8, as ``init(peer:)`` does. A `%` that escapes nothing stands
  /// for itself.
  package init(percentEncodedPeer bytes: some Collection<UInt8>) {
    guard bytes.contains(UInt8(ascii: "%")) else {
      self.init(peer: bytes)
      return
    }
    let bytes = Array(bytes)
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = bytes[index + 1].hexadecimalDigit,
        let low = bytes[index + 2].hexadecimalDigit
      {
        text.append(high << 4 | low)
        index += 3
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    self.init(peer: text)
  }

  /// Whether the text and what it percent-decodes to are in Stream-Safe Text Format, so that a decoder that is not
  /// ours, such as Foundation's `URL`, gives no text that takes long to compare.
  package var isStreamSafeWhenDecoded: Bool {
    !String(percentEncodedPeer: utf8).unicodeScalars.contains(NonStarterRun.joiner)
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit in ASCII.
  package var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
