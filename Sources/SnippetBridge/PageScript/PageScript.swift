import Foundation
import SnippetBridgeCResources
import SnippetBridgePlatform
import SnippetBridgeWebServer

/// The files of the page script, which are built into the library: the scripts that provide a page's bridge, and the
/// JavaScript module and TypeScript types for using it.
package struct PageScript: Sendable {
  // The scripts are static, so that a process hashes and compresses them only once and not for each server. A test
  // process has hundreds of servers.

  /// The scripts for services.
  private static let services: KeyValuePairs<PageService, PageFile> = [
    .location: PageFile(script: "location", Array(embedded_location_js)),
    .camera: PageFile(script: "camera", Array(embedded_camera_js)),
    .downloads: PageFile(script: "downloads", Array(embedded_downloads_js)),
    .dialogs: PageFile(script: "dialogs", Array(embedded_dialogs_js)),
  ]
  private static let worker = PageFile(script: "lane", Array(embedded_lane_js))
  private static let fastLane = PageFile(script: "fast-lane", Array(embedded_fast_lane_js))
  private static let navigation = PageFile(
    script: "navigation", Array(embedded_navigation_js))
  private static let iframe = PageFile(script: "iframe", Array(embedded_iframe_js))
  private static let inspection = PageFile(script: "inspect", Array(embedded_inspect_js))
  private static let script = PageFile(script: "bridge", Array(embedded_bridge_js))
  /// The complete script as one file, for pages that load it with their own `<script>` tag. The file `wholeInIframe`
  /// also contains the script for iframes that native code creates.
  private static let whole = BridgeFile(script.file.bytes + navigation.file.bytes, type: "text/javascript")
  private static let wholeInIframe = BridgeFile(whole.bytes + iframe.file.bytes, type: "text/javascript")

  /// The files by path: the scripts, the JavaScript module, and the TypeScript types.
  let files: [String: BridgeFile]
  /// The paths of files that browsers can cache forever, because the paths contain hashes of the content.
  let immutable: Set<String>
  /// The scripts' hashes as sources for a Content-Security-Policy: `'sha256-…'`.
  package let sources: [String]
  /// The script tags for the beginning of a document's head. With their `integrity` attribute, they are allowed even by
  /// a Content-Security-Policy that is based on nonces or hashes.
  package let tag: [UInt8]

  /// Creates the page script for a server.
  /// - Parameter notice: The text to show while the server is unreachable. `nil` means the default text. An empty text
  ///   means that pages show nothing.
  /// - Parameter hasLane: Whether isolated pages make blocking calls through a worker.
  /// - Parameter intercepts: Whether pages must ask the server before each navigation and wait for its decision.
  /// - Parameter parts: The services whose scripts all pages load.
  /// - Parameter handsDownloadsOn: Whether the browser also saves the downloads that the server saves.
  /// - Parameter hasIframes: Whether pages may be shown in iframes that native code creates.
  /// - Parameter session: The additional script for pages in iframes whose names begin with `screen-session-`, or `nil`
  ///   for none.
  /// - Parameter development: The script of `snippet-bridge dev`, which all pages load, or `nil` for none.
  /// - Parameter isInspected: Whether the inspector may call functions in pages.
  init(
    notice: String? = nil, hasLane: Bool = true, intercepts: Bool = false, parts: Set<PageService> = [],
    handsDownloadsOn: Bool = false, hasIframes: Bool = false, session: [UInt8]? = nil, development: [UInt8]? = nil,
    isInspected: Bool = false
  ) {
    let services = Self.services.filter { parts.contains($0.key) }
    let development = development.map { PageFile(script: "dev", $0) }
    let inspection = isInspected ? Self.inspection : nil
    let further = services.map(\.value) + [development, inspection].compactMap(\.self)
    let iframe = hasIframes ? Self.iframe : nil
    let session = session.map { PageFile(script: "visits", $0) }
    let optional = [iframe, session].compactMap(\.self)
    let hashed = [Self.script, Self.worker, Self.fastLane, Self.navigation] + further + optional
    immutable = Set(hashed.map(\.path))
    let loaded = [Self.script, Self.navigation] + further + optional + (hasLane ? [Self.fastLane] : [])
    sources = loaded.map { "'\($0.integrity)'" }
    let words = notice.map { " data-notice=\"\(Self.attribute($0))\"" } ?? ""
    let lane = hasLane ? " data-lane=\"\(Self.fastLane.path) \(Self.fastLane.integrity) \(Self.worker.path)\"" : ""
    let tags =
      Self.script.tag(lane + words + (handsDownloadsOn ? " data-hands-on=\"\"" : ""))
      + Self.navigation.tag(intercepts ? " data-decides=\"\"" : " async=\"\"")
    let sessionTag = session.map { " data-session=\"\($0.path) \($0.integrity)\"" } ?? ""
    tag = Array((tags + further.map { $0.tag() }.joined() + (iframe?.tag(sessionTag) ?? "")).utf8)
    var files = Dictionary(uniqueKeysWithValues: hashed.map { ($0.path, $0.file) })
    files["/_bridge/bridge.js"] =
      session.map {
        BridgeFile(Self.wholeInIframe.bytes + $0.file.bytes, type: "text/javascript")
      } ?? (hasIframes ? Self.wholeInIframe : Self.whole)
    for (service, script) in services { files["/_bridge/\(service.rawValue).js"] = script.file }
    files["/_bridge/bridge.mjs"] = BridgeFile(Array(embedded_bridge_mjs), type: "text/javascript")
    // There is no registered media type for TypeScript. Browsers show `text/plain`.
    files["/_bridge/bridge.d.ts"] = BridgeFile(Array(embedded_bridge_d_ts), type: "text/plain")
    files["/_bridge/bridge.d.mts"] = BridgeFile(Array(embedded_bridge_d_mts), type: "text/plain")
    self.files = files
  }

  /// Escapes text for use in an HTML attribute. The result does not depend on the page's encoding.
  private static func attribute(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar == " ") ? "\(scalar)" : "&#\(scalar.value);"
    }.joined()
  }
}
