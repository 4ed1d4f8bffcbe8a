import Foundation
import WebServer

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

  private static func unescape(_ text: some StringProtocol) -> String {
    PercentEncoding.decoded(text) ?? String(text)
  }

  /// Everything but letters, digits and `-._~` is escaped, so that it has no meaning in a header either.
  static func escape(_ segment: String) -> String {
    segment.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
