import Foundation
import WebServer

/// The script that gives a page its bridge, and what goes with it; it travels inside the library.
struct Shim: Sendable {
  /// In the order of public/bridge/parts, as ShimTests hold them to.
  private static let parts = [
    PackageResources.begin_js,
    PackageResources.wire_js,
    PackageResources.listeners_js,
    PackageResources.messages_js,
    PackageResources.frames_js,
    PackageResources.blocking_call_js,
    PackageResources.fast_lane_js,
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

  // Made once: it takes a while in a debug build, and a process of tests has hundreds of servers.
  private static let script = BridgeFile(compact(parts.joined()), type: "text/javascript")
  private static let worker = BridgeFile(compact(PackageResources.lane_js), type: "text/javascript")

  /// By their paths: the script, the module, and the types of both.
  let files: [String: BridgeFile]
  /// Those that can be cached for ever: their paths have the hash of their contents.
  let immutable: Set<String>
  /// The script as a policy names it: `'sha256-…'`.
  let source: String
  /// What goes first into a document's head. `integrity` lets it load under a nonce- or hash-based policy.
  let tag: [UInt8]

  /// `notice` is what pages show while the server is away; nil for their own words, empty for none. `hasLane`: pages
  /// that are isolated make blocking calls through a worker.
  init(notice: String? = nil, hasLane: Bool = true) {
    let (script, worker) = (Shim.script, Shim.worker)
    let path = "/_bridge/bridge-\(script.hash).js"
    let workerPath = "/_bridge/lane-\(worker.hash).js"
    immutable = [path, workerPath]
    let integrity = Data(SHA256.digest(of: script.bytes)).base64EncodedString()
    source = "'sha256-\(integrity)'"
    let words = notice.map { " data-notice=\"\(Shim.attribute($0))\"" } ?? ""
    let lane = hasLane ? " data-lane=\"\(workerPath)\"" : ""
    tag = Array("<script src=\"\(path)\" integrity=\"sha256-\(integrity)\"\(lane)\(words)></script>".utf8)
    files = [
      path: script,
      workerPath: worker,
      "/_bridge/bridge.js": script,
      "/_bridge/bridge.mjs": BridgeFile(PackageResources.bridge_mjs, type: "text/javascript"),
      // No type is registered for TypeScript; as text a browser shows it.
      "/_bridge/bridge.d.ts": BridgeFile(PackageResources.bridge_d_ts, type: "text/plain"),
      "/_bridge/bridge.d.mts": BridgeFile(PackageResources.bridge_d_mts, type: "text/plain"),
    ]
  }

  /// Leaves out what no browser needs, a third of the script: comments, also those in and behind code, and indentation.
  /// No text in it holds " // " or "/**".
  static func compact(_ script: some Sequence<UInt8>) -> [UInt8] {
    let lines = Array(script).split(separator: UInt8(ascii: "\n")).map { line in
      let text = String(decoding: line.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
      let code = text.replacing(/\/\*\*.*?\*\/ ?/, with: "")
      return code.firstRange(of: " // ").map { String(code[..<$0.lowerBound]) } ?? code
    }
    let code = lines.filter { line in !line.isEmpty && !["//", "*", "/**"].contains { line.hasPrefix($0) } }
    return Array((code.joined(separator: "\n") + "\n").utf8)
  }

  /// Whatever the page's encoding is, and whatever the text holds.
  private static func attribute(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar == " ") ? "\(scalar)" : "&#\(scalar.value);"
    }.joined()
  }
}
