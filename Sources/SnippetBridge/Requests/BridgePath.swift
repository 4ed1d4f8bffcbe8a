/// The paths that are reserved for the bridge (docs/guides/protocol.md), except the page script's files.
enum BridgePath: String {
  case hello = "/_bridge/hello"
  case call = "/_bridge/call"
  case lane = "/_bridge/lane"
  case download = "/_bridge/download"
  case leave = "/_bridge/leave"
  case socket = "/_bridge/socket"
  case declarations = "/_bridge/native.d.ts"
  case inspector = "/_bridge/inspector"
  /// The address at which an iframe enters a proxied site.
  case entrance = "/_bridge/entrance"

  /// Returns whether a path is reserved for the bridge. All paths below `/_bridge/` are reserved.
  static func isOfBridge(_ path: Substring) -> Bool { path.utf8.starts(with: folder) }

  /// Returns whether a module, such as the shell, generates the page at this path. Requests for such pages are handled
  /// like requests for documents, although the paths are below `/_bridge/`.
  static func isOfPage(_ path: Substring) -> Bool { path.utf8.starts(with: pages) }

  private static let folder = Array("/_bridge/".utf8)
  private static let pages = Array("/_bridge/pages/".utf8)
}
