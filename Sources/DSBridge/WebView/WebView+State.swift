public import Foundation

/// What a web view shows now, for those who do not follow its ``events``. Any thread.
extension WebView {
  /// The address of the document that is shown, as its page last told it; nil before there is one. A page's own word:
  /// decide nothing about trust by it.
  public nonisolated var url: URL? {
    let location = location
    return location.isEmpty ? nil : URL(string: location)
  }

  /// Whether its page has a connection now: what is sent arrives at once. A page without one may come back.
  public nonisolated var isConnected: Bool { listeners.isConnected }
}
