public import Foundation

/// The reason why a navigation did not succeed.
public struct NavigationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The URL of the navigation.
  public let url: URL
  /// The status of the server's response, or `nil` if there was no response or its status was not an error.
  public let status: Int?
  /// A sentence that describes the error and names the address. It does not contain the address's query.
  public let description: String

  static func status(_ status: Int, url: URL) -> NavigationError {
    NavigationError(url: url, status: status, description: "\(url.withoutQuery) responded with status \(status).")
  }

  /// Returns the error for a proxied site whose target server did not respond.
  static func unreachable(_ url: URL, target: String, because reason: String) -> NavigationError {
    NavigationError(
      url: url, status: 502, description: "\(url.withoutQuery) cannot be loaded: \(target) does not answer: \(reason).")
  }

  /// Returns the error for a page that the navigation policy denies.
  static func denied(_ url: URL, because reason: String) -> NavigationError {
    NavigationError(url: url, status: 403, description: "\(url.withoutQuery) cannot be shown: \(reason)")
  }

  /// Returns the error for a page of a proxied site in which the page script cannot run.
  static func unsuitable(_ url: URL, target: String, because reason: String) -> NavigationError {
    NavigationError(
      url: url, status: nil,
      description: "The page of \(target) at \(url.path()) cannot be shown through this server: \(reason).")
  }

  /// Returns the error for a navigation with more redirects than browsers follow.
  static func redirects(url: URL) -> NavigationError {
    NavigationError(
      url: url, status: nil, description: "\(url.withoutQuery) was redirected more than 20 times. Check its target.")
  }

  /// Returns the error for a navigation whose page did not send its hello in time.
  /// - Parameter status: The status of the server's response, or `nil` if there was none.
  static func noPage(url: URL, status: Int? = nil, within patience: Duration) -> NavigationError {
    let advice = status.map { " The response has status \($0). Check that the page loads /_bridge/bridge.js." } ?? ""
    return NavigationError(
      url: url, status: nil,
      description: "The page at \(url.withoutQuery) did not connect to the server within \(patience).\(advice)")
  }
}

extension URL {
  fileprivate var withoutQuery: Substring { absoluteString.prefix { $0 != "?" && $0 != "#" } }
}
