import DSBridgeText
import Foundation

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
    strict = Self.resolve(Self.split(path, omittingEmpty: false) { $0 == Self.slash }.dropFirst().map(Self.unescape))
    loose = Self.resolve(Self.split(Self.unescape(path), where: Self.isSlash))
  }

  func isCertainlyBelow(_ segments: [String]) -> Bool { strict.starts(with: segments) && loose.starts(with: segments) }

  func isPerhapsBelow(_ segments: [String]) -> Bool { strict.starts(with: segments) || loose.starts(with: segments) }

  /// For a reader; as it came, which is ASCII.
  var beginning: String { text.utf8.count <= 64 ? text : text.prefix(64) + "…" }

  /// Of a rule; nil when it can be read in two ways.
  static func segments(ofRule path: Substring) -> [String]? {
    let segments = split(String(path)) { $0 == slash }.map(unescape)
    return segments.contains { $0 == "." || $0 == ".." || $0.utf8.contains(where: isSlash) } ? nil : segments
  }

  private static let slash = UInt8(ascii: "/")

  private static func isSlash(_ byte: UInt8) -> Bool { byte == slash || byte == UInt8(ascii: "\\") }

  /// At bytes: a slash and an accent are one character, and still a slash to a server.
  private static func split(
    _ path: String, omittingEmpty: Bool = true, where isSlash: (UInt8) -> Bool
  ) -> [String] {
    path.utf8.split(omittingEmptySubsequences: omittingEmpty, whereSeparator: isSlash).map { String(Substring($0)) }
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

  private static func unescape(_ text: String) -> String {
    String(strictlyPercentEncodedPeer: text.utf8) ?? text
  }

  /// Everything but letters, digits and `-._~` is escaped, so that it has no meaning in a header either.
  static func escape(_ segment: String) -> String {
    segment.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
