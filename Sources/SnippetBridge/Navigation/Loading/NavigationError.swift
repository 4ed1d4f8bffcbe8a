public import Foundation

/// Why a navigation did not end with the document that it went to.
public struct NavigationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where it went.
  public let url: URL
  /// What the server answered with; nil when nothing was wrong with the answer, or there was none.
  public let status: Int?
  /// What happened, to which address. Without the address's query.
  public let description: String

  static func status(_ status: Int, url: URL) -> NavigationError {
    NavigationError(url: url, status: status, description: "\(url.withoutQuery) was answered with status \(status).")
  }

  /// The target of a remote snippet has not answered.
  static func unreachable(_ url: URL, target: String, because reason: String) -> NavigationError {
    NavigationError(
      url: url, status: 502, description: "\(url.withoutQuery) cannot be loaded: \(target) does not answer: \(reason).")
  }

  /// - Parameter status: what the server has answered with; nil when it has not.
  static func noPage(url: URL, status: Int? = nil, within patience: Duration) -> NavigationError {
    let advice = status.map { " It was answered with status \($0): does the page load /_bridge/bridge.js?" } ?? ""
    return NavigationError(
      url: url, status: nil,
      description: "No page of \(url.withoutQuery) has reported to the server within \(patience).\(advice)")
  }
}

extension URL {
  fileprivate var withoutQuery: Substring { absoluteString.prefix { $0 != "?" && $0 != "#" } }
}
