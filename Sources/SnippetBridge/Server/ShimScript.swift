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

  /// Leaves out what no browser needs, a third of the script: comments, also those in and behind code, and indentation.
  /// No text in it holds " // " or "/**".
  static func compact(_ script: some Sequence<UInt8>) -> String {
    let lines = Array(script).split(separator: UInt8(ascii: "\n")).map { line in
      let text = String(decoding: line.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
      let code = text.replacing(/\/\*\*.*?\*\/ ?/, with: "")
      return code.firstRange(of: " // ").map { String(code[..<$0.lowerBound]) } ?? code
    }
    let code = lines.filter { line in !line.isEmpty && !["//", "*", "/**"].contains { line.hasPrefix($0) } }
    return code.joined(separator: "\n") + "\n"
  }
}
