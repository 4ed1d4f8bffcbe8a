// Names from Turbo iOS, the predecessor of Hotwire Native 1.0. This file will be deleted in version 1.0 of this
// package.

public import Foundation

extension Navigator {
  /// Creates a navigator whose start location is `/`.
  @available(*, deprecated, renamed: "init(configuration:delegate:)")
  public convenience init(
    pathConfiguration: PathConfiguration? = nil, delegate: (any NavigatorDelegate)? = nil,
    isolation: (any Actor)? = #isolation
  ) {
    var config = Hotwire.config
    if let pathConfiguration { config.pathConfiguration = pathConfiguration }
    let start = URL(string: "/") ?? URL(filePath: "/")
    self.init(
      configuration: .init(name: "main", startLocation: start, config: config), delegate: delegate,
      isolation: isolation)
  }
}

extension Visitable {
  /// The old name of ``currentVisitableURL``.
  @available(*, deprecated, renamed: "currentVisitableURL")
  public var visitableURL: URL! { currentVisitableURL }
}

/// The errors of Turbo iOS. ``HotwireNativeError`` has more cases.
public enum TurboError: Error, Sendable, Hashable {
  /// A response with a status code in 400...599.
  case http(statusCode: Int)
  /// The server cannot be reached, or its response is not a page.
  case networkFailure
  /// The server did not respond in time.
  case timeoutFailure

  /// Creates the error of Turbo iOS that corresponds to a failure.
  public init(_ error: HotwireNativeError) {
    switch error {
    case .http(let error): self = .http(statusCode: error.statusCode)
    case .web(let error) where error.isTimeout: self = .timeoutFailure
    case .web, .load: self = .networkFailure
    }
  }
}

/// A navigator delegate for code that was written for Turbo iOS. New code should implement ``NavigatorDelegate``.
public protocol TurboDelegate: NavigatorDelegate {
  /// Called when a visit has failed, with a ``TurboError``.
  func session(session: Session, didFailRequestForVisitable visitable: any Visitable, error: any Error)
  /// Called to open a URL of another server.
  func session(session: Session, openExternalURL URL: URL)
}

extension TurboDelegate {
  /// Shows an error view with a Retry button.
  public func session(session: Session, didFailRequestForVisitable visitable: any Visitable, error: any Error) {
    (visitable as? VisitableViewController)?.presentError(error) { [weak session] in session?.reload() }
  }

  /// Opens the URL in a new window of the browser.
  public func session(session: Session, openExternalURL URL: URL) { session.inShell { $0.open(URL) } }
}
