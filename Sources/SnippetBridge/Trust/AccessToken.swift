import Foundation
import Platform
import WebServer

/// The secret that a browser shows once before it may open pages. Printing it does not show it.
public struct AccessToken: Sendable, CustomStringConvertible, CustomReflectable {
  private enum Source: Sendable {
    case text(String)
    case file(String)
  }

  /// In characters: fewer could be guessed.
  static let leastLength = 16

  private let source: Source

  /// Letters, digits, `-`, `.`, `_` and `~` only, so that it fits into an address; at least 16 of them.
  public init(_ text: String) { source = .text(text) }

  private init(_ source: Source) { self.source = source }

  /// The contents of a file, read when a server is made; blanks around it do not count. When there is no such file it
  /// is made, with a random token, for its owner to read.
  public static func file(_ path: String) -> AccessToken { AccessToken(.file(path)) }

  /// The file that it is in, if it is in one.
  var path: String? {
    if case .file(let path) = source { path } else { nil }
  }

  /// Where the token is; never what it is.
  public var description: String {
    switch source {
    case .text: "AccessToken"
    case .file(let path): "AccessToken in \(path)"
    }
  }

  /// Empty, so that `dump` shows nothing either.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Throws when the file cannot be read or made, or holds no token. The error never has the file's contents.
  ///
  /// Without `makingFile`, a missing file stands for a token that nobody knows.
  package func secret(makingFile: Bool = true) throws(BridgeServerError) -> String {
    let (text, place) =
      switch source {
      case .text(let text): (text, "The token")
      case .file(let path): (try AccessToken.contents(of: path, makingFile: makingFile), "The token in \(path)")
      }
    guard text.utf8.count >= AccessToken.leastLength, text.utf8.allSatisfy(AccessToken.isAllowed) else {
      throw BridgeServerError(
        "\(place) must be \(AccessToken.leastLength) or more letters, digits, '-', '.', '_' or '~'; "
          + "where there is no file a good one is made.")
    }
    return text
  }

  private static func contents(of path: String, makingFile: Bool) throws(BridgeServerError) -> String {
    do throws(FileError) {
      let text = String(decoding: try SmallFile.read(path), as: UTF8.self)
      return text.trimmingCharacters(in: .whitespacesAndNewlines)
    } catch {
      guard error.code == ENOENT else {
        throw BridgeServerError("Cannot read the token file \(path): \(error.description).")
      }
    }
    let made = WebView.randomID()
    guard makingFile else { return made }
    do throws(FileError) {
      try SmallFile.write(Array("\(made)\n".utf8), to: path, mode: 0o600)
    } catch {
      throw BridgeServerError("Cannot make the token file \(path): \(error.description).")
    }
    return made
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }
}
