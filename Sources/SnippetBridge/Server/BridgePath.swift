/// The paths that are the bridge's own (docs/protocol.md), but for the files of the shim.
enum BridgePath: String {
  case hello = "/_bridge/hello"
  case call = "/_bridge/call"
  case lane = "/_bridge/lane"
  case download = "/_bridge/download"
  case leave = "/_bridge/leave"
  case socket = "/_bridge/socket"
  case declarations = "/_bridge/native.d.ts"

  /// Everything below `/_bridge/` is the bridge's.
  static func isOfBridge(_ path: Substring) -> Bool { path.utf8.starts(with: folder) }

  /// Of those the addresses of pages that a module writes, which are documents as any other.
  static func isOfPage(_ path: Substring) -> Bool { path.utf8.starts(with: pages) }

  private static let folder = Array("/_bridge/".utf8)
  private static let pages = Array("/_bridge/pages/".utf8)
}
