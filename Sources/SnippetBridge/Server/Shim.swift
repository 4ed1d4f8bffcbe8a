import Foundation
import WebServer

/// The script that gives a page its bridge, and what goes with it; it travels inside the library.
struct Shim: Sendable {
  /// In the order of public/bridge/parts.
  private static let parts = [
    PackageResources.begin_js,
    PackageResources.wire_js,
    PackageResources.listeners_js,
    PackageResources.messages_js,
    PackageResources.frames_js,
    PackageResources.blocking_call_js,
    PackageResources.notice_js,
    PackageResources.connection_js,
    PackageResources.page_life_js,
    PackageResources.asks_js,
    PackageResources.native_js,
    PackageResources.native_functions_js,
    PackageResources.page_functions_js,
    PackageResources.navigations_js,
    PackageResources.globals_js,
    PackageResources.end_js,
  ]

  /// By their paths: the script, the module, and the types of both.
  let files: [String: BridgeFile]
  /// Where the script can be cached for ever: it changes with the script.
  let path: String
  /// The script as a policy names it: `'sha256-…'`.
  let source: String
  /// What goes first into a document's head. `integrity` lets it load under a nonce- or hash-based policy.
  let tag: [UInt8]

  /// `notice` is what pages show while the server is away; nil for their own words, empty for none.
  init(notice: String? = nil) {
    let script = BridgeFile(Shim.compact(Shim.parts.joined()), type: "text/javascript")
    path = "/_bridge/bridge-\(script.etag.dropFirst().dropLast()).js"
    let integrity = Data(SHA256.digest(of: script.bytes)).base64EncodedString()
    source = "'sha256-\(integrity)'"
    let words = notice.map { " data-notice=\"\(Shim.attribute($0))\"" } ?? ""
    tag = Array("<script src=\"\(path)\" integrity=\"sha256-\(integrity)\"\(words)></script>".utf8)
    files = [
      path: script,
      "/_bridge/bridge.js": script,
      "/_bridge/bridge.mjs": BridgeFile(PackageResources.bridge_mjs, type: "text/javascript"),
      // No type is registered for TypeScript; as text a browser shows it.
      "/_bridge/bridge.d.ts": BridgeFile(PackageResources.bridge_d_ts, type: "text/plain"),
      "/_bridge/bridge.d.mts": BridgeFile(PackageResources.bridge_d_mts, type: "text/plain"),
    ]
  }

  /// Leaves out what no browser needs, a third of the script: comments, also those behind code, and indentation. No text in it holds " // ".
  private static func compact(_ script: some Sequence<UInt8>) -> [UInt8] {
    let lines = Array(script).split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == UInt8(ascii: " ") } }
    let kept = lines.filter { line in
      let text = String(decoding: line, as: UTF8.self)
      // A cast, as in `/** @type {any} */ (value)`, has code behind it.
      if text.hasPrefix("/**") { return text.contains("*/") && !text.hasSuffix("*/") }
      return !text.isEmpty && !text.hasPrefix("//") && !text.hasPrefix("*")
    }
    let code = kept.map { line in line.firstRange(of: Array(" // ".utf8)).map { line[..<$0.lowerBound] } ?? line }
    return Array(code.joined(separator: "\n".utf8)) + "\n".utf8
  }

  /// Whatever the page's encoding is, and whatever the text holds.
  private static func attribute(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar == " ") ? "\(scalar)" : "&#\(scalar.value);"
    }.joined()
  }
}
