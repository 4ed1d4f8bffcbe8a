import DSBridge
import DSBridgeLocks
public import Foundation
import HTTPTypes
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// A navigation that a page is about to begin. Corresponds to WebKit's `WKNavigationAction`.
public struct NavigationAction: Sendable, Hashable {
  /// The cause of the navigation.
  public enum NavigationType: String, Sendable, Hashable, CaseIterable {
    /// A click on a link with an `href`.
    case linkActivated
    /// The submission of a form.
    case formSubmitted
    /// A step back or forward in the history.
    case backForward
    /// A reload of the current page.
    case reload
    /// A reload of a page that resulted from submitting a form with the method POST.
    case formResubmitted
    /// Any other cause, such as a script, a redirect, or the address bar.
    case other
  }

  /// The request for the new document. The property names are the same as in Foundation's `URLRequest`.
  public struct Request: Sendable, Hashable {
    /// The absolute URL. This property is never `nil`.
    public var url: URL?
    /// The HTTP method, `GET` or `POST`. This property is never `nil`.
    public var httpMethod: String?
    /// The headers, except those with cookies and authorization.
    ///
    /// If the page asks the server before the browser sends the request, only `User-Agent` and `Referer` are known.
    public var allHTTPHeaderFields: [String: String]?

    /// Returns the value of a header. Header names are compared without regard to case.
    public func value(forHTTPHeaderField name: String) -> String? {
      allHTTPHeaderFields?.first { $0.key.lowercased() == name.lowercased() }?.value
    }
  }

  /// A frame that is involved in a navigation.
  public struct Frame: Sendable, Hashable {
    /// Whether the frame is the web view itself. `false` for an iframe in the web view's document.
    public var isMainFrame: Bool
    /// The URL of the document in the frame, or `nil` if it is unknown.
    public var url: URL?
    /// The origin of the document in the frame, in the form that browsers use, or `nil` if it is unknown.
    public var origin: String?
  }

  /// The cause of the navigation, as reported by the page or derived from the request.
  public var navigationType: NavigationType
  /// The request for the new document.
  public var request: Request
  /// The frame whose document starts the navigation.
  public var sourceFrame: Frame
  /// The frame that will show the new document, or `nil` for a new window.
  public var targetFrame: Frame?
  /// Whether the user caused the navigation with a click or a key. WebKitGTK reports this only for links and forms.
  public var hasUserGesture: Bool
}

/// The decision about a navigation. Corresponds to WebKit's `WKNavigationActionPolicy`.
public enum NavigationActionPolicy: Sendable, Hashable {
  /// The navigation may continue, unless the server's ``NavigationPolicy`` denies it.
  case allow
  /// The navigation is cancelled, and the page keeps its document.
  case cancel
}

extension NavigationAction {
  /// Creates an action that is not caused by a page, for example to test a navigation delegate.
  public init(
    url: URL, navigationType: NavigationType = .other, isMainFrame: Bool = true, isNewWindow: Bool = false,
    hasUserGesture: Bool = true
  ) {
    let frame = Frame(isMainFrame: isMainFrame)
    self.init(
      navigationType: navigationType, request: Request(url: url, httpMethod: "GET"), sourceFrame: frame,
      targetFrame: isNewWindow ? nil : frame, hasUserGesture: hasUserGesture)
  }

  /// Creates the action for a request that a browser has sent.
  init(_ request: ServerRequest, to url: URL, in frame: NavigationFrame, of webView: WebView) {
    let secret: Set<HTTPField.Name> = [.cookie, .authorization]
    let headers = Dictionary(
      request.headers.list.filter { !secret.contains($0.name) }.map { ($0.name.rawName, $0.value) }
    ) { "\($0), \($1)" }
    let caching = request.header(.cacheControl) ?? ""
    // Browsers send these cache directives only when they reload a page.
    let isReload = (caching == "max-age=0" || caching == "no-cache") && webView.url?.withoutFragment == url
    let isPost = request.method == .post
    navigationType = isPost ? (isReload ? .formResubmitted : .formSubmitted) : isReload ? .reload : .other
    self.request = Request(url: url, httpMethod: request.method.rawValue, allHTTPHeaderFields: headers)
    let isMain = frame == .main
    let source = request.headers[.referer].flatMap { URL(string: $0) }
    sourceFrame = Frame(
      isMainFrame: isMain, url: source ?? webView.url,
      origin: (source?.origin ?? webView.client?.webOrigin)?.description)
    targetFrame = Frame(
      isMainFrame: isMain, url: isMain ? webView.url : nil, origin: isMain ? webView.client?.origin : nil)
    hasUserGesture = request.header(.fetchUser) == "?1"
  }

  /// Creates the action for a navigation from the question that the page script has sent to the server.
  init(_ question: NavigationInterface.Question, to url: URL, of webView: WebView) {
    let isMain = !webView.hosted.isPartOfPage
    let frame = Frame(isMainFrame: isMain, url: webView.url, origin: webView.client?.origin)
    navigationType =
      switch (question.type, question.cause) {
      case ("reload", _): webView.hosted.state.withLock { $0.isResultOfPost } ? .formResubmitted : .reload
      case ("traverse", _): .backForward
      case (_, .link): .linkActivated
      case (_, .form): .formSubmitted
      case (_, nil): .other
      }
    var headers = ["Referer": webView.url?.withoutFragment?.absoluteString ?? ""]
    headers["User-Agent"] = webView.client?.userAgent
    let isPost = question.method == .post || navigationType == .formResubmitted
    request = Request(url: url, httpMethod: isPost ? "POST" : "GET", allHTTPHeaderFields: headers)
    sourceFrame = frame
    targetFrame = question.isOpened == true ? nil : frame
    hasUserGesture = question.isUsers == true
  }
}

extension URL {
  fileprivate var withoutFragment: URL? { URL(string: String(absoluteString.prefix { $0 != "#" })) }
}
