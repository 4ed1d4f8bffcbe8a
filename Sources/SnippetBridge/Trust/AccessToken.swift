import DSBridgeText
import Foundation
package import Logging
import SnippetBridgePlatform
import SnippetBridgeWebServer

/// A secret that a browser must present once before it may open pages. If a program prints an access token, the output
/// does not contain the secret.
public struct AccessToken: Sendable, CustomStringConvertible, CustomReflectable {
  /// The minimum length in characters, because a shorter token could be guessed.
  static let leastLength = 16

  /// The token, unless it is in a file.
  private let text: String
  /// The path of the token file, or `nil` if the token was created from a string.
  let path: String?

  /// Creates a token from a string of at least 16 letters, digits, `-`, `.`, `_` or `~`. These characters need no
  /// escaping in a URL.
  public init(_ text: String) { (self.text, path) = (text, nil) }

  private init(file path: String) { (text, self.path) = ("", path) }

  /// Creates a token from the contents of a file or a pipe, which is read when a server is created. Leading and
  /// trailing whitespace is ignored. Each part of the data of a pipe must arrive within 10 seconds.
  ///
  /// If the file does not exist, the server creates it with a random token. Only the file's owner can read it.
  public static func file(_ path: String) -> AccessToken { AccessToken(file: path) }

  /// A description of the token's source. It never contains the token.
  public var description: String { path.map { "AccessToken in \($0)" } ?? "AccessToken" }

  /// An empty mirror, so that `dump` does not reveal the token.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Returns the token. Throws if the file cannot be read or created, or does not contain a valid token. The error
  /// never contains the file's contents.
  /// - Parameters:
  ///   - makingFile: Whether to create a missing file. If `false` and the file is missing, returns a random token that
  ///     is not stored anywhere.
  ///   - logger: The logger that names a file which was created.
  package func secret(makingFile: Bool = true, logger: Logger? = nil) throws(BridgeServerError) -> String {
    let text = if let path { try AccessToken.contents(of: path, makingFile: makingFile, logger) } else { self.text }
    let place = path.map { "The token in \($0)" } ?? "The token"
    guard text.utf8.count >= AccessToken.leastLength, text.percentEncoded == text else {
      throw BridgeServerError(
        "\(place) must have \(AccessToken.leastLength) or more letters, digits, '-', '.', '_' or '~'. "
          + "If the token file is missing, the server creates one with a random token.")
    }
    return text
  }

  private static func contents(
    of path: String, makingFile: Bool, _ logger: Logger?
  ) throws(BridgeServerError) -> String {
    do throws(FileError) {
      let text = String(decoding: try SmallFile.read(path, pipeTimeout: 10_000), as: UTF8.self)
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
      throw BridgeServerError("Cannot create the token file \(path): \(error.description).")
    }
    logger?.notice(
      "a file with a random token was created: browsers must present the token", metadata: ["file": "\(path)"])
    return made
  }
}
