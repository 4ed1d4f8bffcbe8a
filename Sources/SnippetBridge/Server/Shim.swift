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
  /// What goes first into a document's head. `integrity` lets it load under a nonce- or hash-based policy.
  let tag: [UInt8]

  init() {
    let script = BridgeFile(Shim.withoutComments(Shim.parts.joined()), type: "text/javascript")
    path = "/_bridge/bridge-\(script.etag.dropFirst().dropLast()).js"
    let integrity = Data(SHA256.digest(of: script.bytes)).base64EncodedString()
    tag = Array("<script src=\"\(path)\" integrity=\"sha256-\(integrity)\"></script>".utf8)
    files = [
      path: script,
      "/_bridge/bridge.js": script,
      "/_bridge/bridge.mjs": BridgeFile(PackageResources.bridge_mjs, type: "text/javascript"),
      // No type is registered for TypeScript; as text a browser shows it.
      "/_bridge/bridge.d.ts": BridgeFile(PackageResources.bridge_d_ts, type: "text/plain"),
      "/_bridge/bridge.d.mts": BridgeFile(PackageResources.bridge_d_mts, type: "text/plain"),
    ]
  }

  /// Leaves out the lines that hold nothing but a comment: a quarter of the script that no browser needs.
  private static func withoutComments(_ script: some Sequence<UInt8>) -> [UInt8] {
    let kept = Array(script).split(separator: UInt8(ascii: "\n")).filter { line in
      let text = String(decoding: line, as: UTF8.self).drop { $0 == " " }
      // A cast, as in `/** @type {any} */ (value)`, has code behind it.
      if text.hasPrefix("/**") { return text.contains("*/") && !text.hasSuffix("*/") }
      return !text.isEmpty && !text.hasPrefix("//") && !text.hasPrefix("*")
    }
    return Array(kept.joined(separator: "\n".utf8)) + "\n".utf8
  }
}
