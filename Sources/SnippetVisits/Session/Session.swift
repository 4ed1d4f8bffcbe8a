public import DSBridge
import Foundation
public import SnippetShell

/// One page under many screens. Keeps its document alive through visits with Turbo.
public final class Session {
  /// The type that decides about proposals.
  public weak var delegate: (any SessionDelegate)?
  /// The name of the session, such as `main` or `modal`.
  public let name: String
  /// The shell that shows the page.
  public private(set) weak var shell: Shell?
  /// The page; `nil` before the first visit.
  public private(set) var webView: WebView?
  /// The last screen whose visit has completed.
  public private(set) var topmostVisitable: (any Visitable)?
  /// The screen that shows the page.
  public private(set) var activeVisitable: (any Visitable)?

  /// Creates a session.
  public init(name: String, shell: Shell?) {
    self.name = name
    self.shell = shell
  }
}
