import Foundation
import WebServer

/// A script of the shim, as pages get it.
struct ShimScript: Sendable {
  let file: BridgeFile
  /// Has the hash of its contents.
  let path: String
  /// For the attribute `integrity`: `sha256-…`.
  let integrity: String

  init(_ name: String, _ source: some Sequence<UInt8>) {
    file = BridgeFile(Array(ShimScript.compact(source).utf8), type: "text/javascript")
    path = "/_bridge/\(name)-\(file.hash).js"
    integrity = "sha256-" + Data(SHA256.digest(of: file.bytes)).base64EncodedString()
  }

  /// What loads it.
  func tag(_ attributes: String = "") -> String {
    "<script src=\"\(path)\" integrity=\"\(integrity)\"\(attributes)></script>"
  }

  /// Leaves out what no browser needs, a third of the script: comments, also those in and behind code, indentation, and
  /// most spaces. No text in it holds " // " or "/**".
  static func compact(_ script: some Sequence<UInt8>) -> String {
    let lines = Array(script).split(separator: UInt8(ascii: "\n")).map { line in
      let text = String(decoding: line.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
      let code = text.replacing(/\/\*\*.*?\*\/ ?/, with: "")
      return code.firstRange(of: " // ").map { String(code[..<$0.lowerBound]) } ?? code
    }
    let code = lines.filter { line in !line.isEmpty && !["//", "*", "/**"].contains { line.hasPrefix($0) } }
    return code.map(tighten).joined(separator: "\n") + "\n"
  }

  /// Removes the spaces around these signs from a line of code. Texts stay as they are, and so does the line from its
  /// first slash on, which may begin a regular expression. No template spans lines.
  private static func tighten(_ line: String) -> String {
    let bytes = Array(line.utf8)
    var code: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let start = index
      index += 1
      switch bytes[start] {
      case UInt8(ascii: "/"): index = bytes.count
      case UInt8(ascii: "'"), UInt8(ascii: "`"):
        while index < bytes.count, bytes[index] != bytes[start] {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
      case let sign where signs.contains(sign):
        if code.last == UInt8(ascii: " ") { code.removeLast() }
        code.append(sign)
        if index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
        continue
      default: break
      }
      code += bytes[start..<index]
    }
    return String(decoding: code, as: UTF8.self)
  }

  private static let signs = Set("{}(),;:?=&|".utf8)
}
