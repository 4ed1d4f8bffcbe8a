import DSBridgeText
import Foundation

/// How a URL holds any text (RFC 3986, section 2.1).
enum PercentCoding {
  /// Nil when a "%" is not followed by two hexadecimal digits, or the text is not UTF-8.
  static func decoded(_ text: some StringProtocol) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(streamSafe: text) }
    return text.removingPercentEncoding.map { String(streamSafe: $0) }
  }
}
