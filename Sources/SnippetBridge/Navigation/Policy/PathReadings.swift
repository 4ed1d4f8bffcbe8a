/// A path in the two ways that servers read it. Whether it is below another one is certain when both say so.
struct PathReadings: Sendable, Hashable {
  /// What `/a%2Fb//c` is to a server that splits first and unescapes then.
  private let strict: [String]
  /// What it is to one that does it the other way around, and takes `\` for a slash.
  private let loose: [String]
  private let text: String

  /// `path` is percent-encoded.
  init(_ path: String) {
    text = path
    strict = Self.resolve(
      path.split(separator: "/", omittingEmptySubsequences: false).map { Self.unescape($0) }.dropFirst())
    loose = Self.resolve(Self.unescape(path).split { $0 == "/" || $0 == "\\" }.map(String.init))
  }

  func isCertainlyBelow(_ segments: [String]) -> Bool { strict.starts(with: segments) && loose.starts(with: segments) }

  func isPerhapsBelow(_ segments: [String]) -> Bool { strict.starts(with: segments) || loose.starts(with: segments) }

  /// For a reader; as it came, which is ASCII.
  var beginning: String { text.utf8.count <= 64 ? text : text.prefix(64) + "…" }

  /// Of a rule; nil when it can be read in two ways.
  static func segments(ofRule path: Substring) -> [String]? {
    let segments = path.split(separator: "/").map { unescape($0) }
    let isPlain = segments.allSatisfy { $0 != "." && $0 != ".." && !$0.contains("/") && !$0.contains("\\") }
    return isPlain ? segments : nil
  }

  /// Without what goes nowhere or up.
  private static func resolve(_ segments: some Sequence<String>) -> [String] {
    var result: [String] = []
    for segment in segments {
      switch segment {
      case ".": continue
      case "..": _ = result.popLast()
      default: result.append(segment)
      }
    }
    return result
  }

  /// Whatever is no escape stays.
  private static func unescape(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
        let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue
      {
        result.append(UInt8(high << 4 | low))
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Everything but letters, digits and `-._~` is escaped, so that it has no meaning in a header either.
  static func escape(_ segment: String) -> String {
    segment.utf8.reduce(into: "") { result, byte in
      let isPlain =
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
      if isPlain {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
  }
}
