import DSBridgeText

/// How fields hold what would end them (docs/protocol.md, section 3).
enum PercentEncoding {
  /// What a hexadecimal digit stands for.
  static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The text of a field. A `%` that escapes nothing stands for itself.
  static func text(of field: ArraySlice<UInt8>) -> String {
    guard field.contains(UInt8(ascii: "%")) else { return String(peer: field) }
    var text: [UInt8] = []
    var index = field.startIndex
    while index < field.endIndex {
      if field[index] == UInt8(ascii: "%"), index + 2 < field.endIndex, let high = digit(field[index + 1]),
        let low = digit(field[index + 2])
      {
        text.append(high << 4 | low)
        index += 3
      } else {
        text.append(field[index])
        index += 1
      }
    }
    return String(peer: text)
  }
}
