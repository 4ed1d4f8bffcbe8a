import Foundation
import WebServer

/// The scripts that give a page its bridge, and what goes with them; they travel inside the library.
struct Shim: Sendable {
  /// In the order of public/bridge/parts, as ShimTests hold them to.
  private static let parts = [
    PackageResources.begin_js,
    PackageResources.wire_js,
    PackageResources.listeners_js,
    PackageResources.messages_js,
    PackageResources.frames_js,
    PackageResources.blocking_call_js,
    PackageResources.more_js,
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

  // All made once: it takes a while in a debug build, and a process of tests has hundreds of servers.

  /// Those of services.
  private static let services: [PagePart: ShimScript] = [
    .location: ShimScript("location", PackageResources.location_js),
    .camera: ShimScript("camera", PackageResources.camera_js),
    .downloads: ShimScript("downloads", PackageResources.downloads_js),
  ]
  private static let worker = ShimScript("lane", PackageResources.lane_js)
  private static let fastLane = ShimScript("fast-lane", PackageResources.fast_lane_js)
  private static let navigation = ShimScript(
    "navigation", PackageResources.navigation_js + PackageResources.silence_js)
  private static let frame = ShimScript("frame", PackageResources.frame_js)
  private static let script = ShimScript("bridge", parts.joined())
  /// For a page that has a tag of its own; without, and with what it needs in a frame of native code.
  private static let whole = BridgeFile(script.file.bytes + navigation.file.bytes, type: "text/javascript")
  private static let wholeInFrame = BridgeFile(whole.bytes + frame.file.bytes, type: "text/javascript")

  /// By their paths: the scripts, the module, and the types.
  let files: [String: BridgeFile]
  /// Those that can be cached for ever: their paths have the hash of their contents.
  let immutable: Set<String>
  /// The scripts as a policy names them: `'sha256-…'`.
  let sources: [String]
  /// What goes first into a document's head. `integrity` lets it load under a nonce- or hash-based policy.
  let tag: [UInt8]

  /// - Parameters:
  ///   - notice: what pages show while the server is away; nil for their own words, empty for none.
  ///   - hasLane: pages that are isolated make blocking calls through a worker.
  ///   - intercepts: pages are not to navigate before the server has decided about that.
  ///   - parts: what every page gets besides.
  ///   - handsDownloadsOn: the browser saves downloads too.
  ///   - hasFrames: pages may be in frames that native code has put up.
  init(
    notice: String? = nil, hasLane: Bool = true, intercepts: Bool = false, parts: Set<PagePart> = [],
    handsDownloadsOn: Bool = false, hasFrames: Bool = false
  ) {
    let (script, worker, fastLane, navigation) = (Shim.script, Shim.worker, Shim.fastLane, Shim.navigation)
    let services = PagePart.allCases.filter(parts.contains).compactMap { part in
      Shim.services[part].map { (part: part, script: $0) }
    }
    let further = services.map(\.script) + (hasFrames ? [Shim.frame] : [])
    let hashed = [script, worker, fastLane, navigation] + further
    immutable = Set(hashed.map(\.path))
    let loaded = [script, navigation] + further + (hasLane ? [fastLane] : [])
    sources = loaded.map { "'\($0.integrity)'" }
    let words = notice.map { " data-notice=\"\(Shim.attribute($0))\"" } ?? ""
    let lane = hasLane ? " data-lane=\"\(fastLane.path) \(fastLane.integrity) \(worker.path)\"" : ""
    let tags =
      script.tag(lane + words + (handsDownloadsOn ? " data-hands-on=\"\"" : ""))
      + navigation.tag(intercepts ? " data-decides=\"\"" : " async=\"\"")
    tag = Array((tags + further.map { $0.tag() }.joined()).utf8)
    var files = Dictionary(uniqueKeysWithValues: hashed.map { ($0.path, $0.file) })
    files["/_bridge/bridge.js"] = hasFrames ? Shim.wholeInFrame : Shim.whole
    for service in services { files["/_bridge/\(service.part.rawValue).js"] = service.script.file }
    files["/_bridge/bridge.mjs"] = BridgeFile(PackageResources.bridge_mjs, type: "text/javascript")
    // No type is registered for TypeScript; as text a browser shows it.
    files["/_bridge/bridge.d.ts"] = BridgeFile(PackageResources.bridge_d_ts, type: "text/plain")
    files["/_bridge/bridge.d.mts"] = BridgeFile(PackageResources.bridge_d_mts, type: "text/plain")
    self.files = files
  }

  /// Whatever the page's encoding is, and whatever the text holds.
  private static func attribute(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar == " ") ? "\(scalar)" : "&#\(scalar.value);"
    }.joined()
  }
}
