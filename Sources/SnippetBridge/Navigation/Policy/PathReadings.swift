import DSBridgeText
import Foundation

/// The two ways in which servers may split a percent-encoded path into segments. A path is certainly below a rule's
/// path only if both ways give this result, because it is unknown which way a server uses.
struct PathReadings: Sendable {
  /// The segments for a server that first splits the path and then unescapes the segments. For `/a%2Fb//c`, they are
  /// `a/b`, an empty segment, and `c`.
  private let strict: [String]
  /// The segments for a server that first unescapes the path, then splits it, and treats `\` as a slash. For
  /// `/a%2Fb//c`, they are `a`, `b` and `c`.
  private let loose: [String]
  private let text: String

  /// Splits a percent-encoded path in both ways.
  init(_ path: String) {
    text = path
    strict = Self.resolve(Self.split(path, omittingEmpty: false) { $0 == Self.slash }.dropFirst().map(Self.unescape))
    loose = Self.resolve(Self.split(Self.unescape(path), where: Self.isSlash))
  }

  func isCertainlyBelow(_ segments: [String]) -> Bool { strict.starts(with: segments) && loose.starts(with: segments) }

  func isPerhapsBelow(_ segments: [String]) -> Bool { strict.starts(with: segments) || loose.starts(with: segments) }

  /// The first 64 characters of the original path, for display. All characters are ASCII.
  var beginning: String { text.utf8.count <= 64 ? text : text.prefix(64) + "…" }

  /// Returns the segments of a rule's path. Returns `nil` if servers may split the path in different ways, because the
  /// path contains `.`, `..` or an escaped slash.
  static func segments(ofRule path: Substring) -> [String]? {
    let segments = split(String(path)) { $0 == slash }.map(unescape)
    return segments.contains { $0 == "." || $0 == ".." || $0.utf8.contains(where: isSlash) } ? nil : segments
  }

  private static let slash = UInt8(ascii: "/")

  private static func isSlash(_ byte: UInt8) -> Bool { byte == slash || byte == UInt8(ascii: "\\") }

  /// Splits a path by bytes. In Swift, a slash followed by a combining accent is one character, but a server sees a
  /// slash.
  private static func split(_ path: String, omittingEmpty: Bool = true, where isSlash: (UInt8) -> Bool) -> [String] {
    path.utf8.split(omittingEmptySubsequences: omittingEmpty, whereSeparator: isSlash).map { String(Substring($0)) }
  }

  /// Returns the segments after resolving `.` and `..`.
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

  private static func unescape(_ text: String) -> String { String(strictlyPercentEncodedPeer: text.utf8) ?? text }
}
