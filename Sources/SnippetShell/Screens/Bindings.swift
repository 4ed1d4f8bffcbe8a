/// The bindings of a shell, a tab or a screen: the views that are shown while a page is not loaded, and the objects
/// that handle the page's requests.
///
/// The most specific binding applies: that of the screen's content or, if it is not bound, that of the tab, the shell
/// or the server, in this order.
///
///     var slow = Bindings()
///     slow.bind(loadingView: { Node.spinner(label: "Loading") })
///     shell.push(.page("/report.html").bound(to: slow))
public struct Bindings: Sendable {
  /// A function that loads a page again.
  public typealias Retry = @Sendable () async -> Void

  var loading: (@Sendable (Double?) -> Node)?
  var preloading: (@Sendable () -> Node)?
  var error: (@Sendable (any Error, _ retry: @escaping Retry) -> Node)?
  var offline: (@Sendable () -> Node)?
  var title: (@Sendable (Screen) async -> String?)?
  var recordsSteps: Bool?
  /// The interceptor, services, navigator and download handler for the pages.
  public var page = WebViewBindings()

  /// Creates empty bindings.
  public init() {}

  /// Returns these bindings, completed by `outer`: a member that is not bound in these bindings has the value from
  /// `outer`.
  public func over(_ outer: Bindings) -> Bindings {
    var merged = self
    merged.loading = loading ?? outer.loading
    merged.preloading = preloading ?? outer.preloading
    merged.error = error ?? outer.error
    merged.offline = offline ?? outer.offline
    merged.title = title ?? outer.title
    merged.recordsSteps = recordsSteps ?? outer.recordsSteps
    merged.page = page.over(outer.page)
    return merged
  }
}

/// A part of a shell that has ``Bindings``: a ``Tab``, a ``Page``, or the content of a screen.
public protocol Bindable {
  /// The bindings of this part. Nested parts inherit these bindings.
  var bindings: Bindings { get set }
}

extension Bindings: Bindable {
  /// The value itself, so that the `bind` functions also work on a `Bindings` value.
  public var bindings: Bindings {
    get { self }
    set { self = newValue }
  }
}

extension Bindable {
  /// Sets the view that is shown while a page loads.
  /// - Parameter loadingView: receives the progress from 0 to 1, or `nil` while the progress is unknown.
  public mutating func bind(loadingView: @escaping @Sendable (Double?) -> Node) { bindings.loading = loadingView }

  /// Sets the view that is shown while a page loads. The view does not depend on the progress.
  public mutating func bind(loadingView: @escaping @Sendable () -> Node) { bindings.loading = { _ in loadingView() } }

  /// Sets the view that is shown while the server generates the page of a snippet.
  public mutating func bind(preloadingView: @escaping @Sendable () -> Node) { bindings.preloading = preloadingView }

  /// Sets the view that is shown after a page has failed to load.
  /// - Parameter errorView: receives the error and a function that reloads the page.
  public mutating func bind(
    errorView: @escaping @Sendable (any Error, _ retry: @escaping @Sendable () async -> Void) -> Node
  ) { bindings.error = errorView }

  /// Sets the view that is shown after a page has failed to load. The view does not offer a retry.
  public mutating func bind(errorView: @escaping @Sendable (any Error) -> Node) {
    bindings.error = { error, _ in errorView(error) }
  }

  /// Sets the navigator that controls the topmost visible page.
  public mutating func bind(navigator: WebViewNavigator) { bindings.page.navigator = navigator }

  /// Sets the interceptor for page navigations.
  public mutating func bind(interceptor: any NavigationInterceptor) { bindings.page.interceptor = interceptor }

  /// Sets an interceptor that decides asynchronously.
  public mutating func bind(interceptor: any AsyncNavigationInterceptor) {
    bindings.page.bind(interceptor: interceptor)
  }

  /// Sets the service that handles calls of `navigator.geolocation`. Pages load the service's script only if the
  /// configuration's `parts` contain ``SnippetBridge/PageService/location``.
  public mutating func bind(locationServiceBridge: any LocationServicesBridge) {
    bindings.page.locationServiceBridge = locationServiceBridge
  }

  /// Sets the service that decides whether pages may ask the browser for the camera or the microphone. Pages load the
  /// service's script only if the configuration's `parts` contain ``SnippetBridge/PageService/camera``.
  public mutating func bind(cameraMicrophoneServiceBridge: any CameraMicrophoneServicesBridge) {
    bindings.page.cameraMicrophoneServiceBridge = cameraMicrophoneServiceBridge
  }

  /// Sets the function that is called after a download has ended. The configuration's `downloads` determines how files
  /// are saved.
  public mutating func onDownloadCompleted(_ action: @escaping WebViewBindings.DownloadHandler) {
    bindings.page.downloadCompleted = action
  }

  /// Sets a function that returns the title of a screen. The shell calls the function after the page was parsed, after
  /// the page has loaded, and when the page's own title changes. If the function returns `nil`, the shell shows the
  /// page's own title.
  public mutating func bind(title: @escaping @Sendable (Screen) async -> String?) { bindings.title = title }

  /// Sets the title of a screen to the text of the first element of its page that matches a CSS selector. The page's
  /// Content-Security-Policy must allow Swift to evaluate scripts in the page.
  public mutating func bind(titleOf selector: String) { bindings.title = { await $0.text(of: selector) } }

  /// Sets whether navigations within a document, by `pushState` or to a fragment, add entries to the shell's history;
  /// `false` by default. A change affects only documents that are loaded later.
  public mutating func bind(recordsSteps: Bool) { bindings.recordsSteps = recordsSteps }

  /// Returns a copy with additional bindings, which take precedence over the existing ones.
  public func bound(to more: Bindings) -> Self {
    var copy = self
    copy.bindings = more.over(bindings)
    return copy
  }

  /// Returns a copy whose bindings were changed by the closure `bind`.
  ///
  ///     shell.push(.page("/report.html").bound { $0.bind(navigator: navigator) })
  public func bound(_ bind: (inout Bindings) -> Void) -> Self {
    var copy = self
    bind(&copy.bindings)
    return copy
  }
}

extension Screen {
  /// Returns the text of the first element of the page that matches a selector, without whitespace at its ends; `nil`
  /// if no element matches.
  fileprivate func text(of selector: String) async -> String? {
    guard let webView, let name = try? JSONSerializer().encode(selector) else { return nil }
    let script = "document.querySelector(\(name))?.textContent.trim() ?? null"
    return try? await webView.evaluateJavaScript(script, returning: String?.self) ?? nil
  }
}

extension Screen.Content: Bindable {
  /// The bindings of a screen with this content. These bindings take precedence over the bindings of the tab and the
  /// shell.
  public var bindings: Bindings {
    get { if case .bound(_, let bindings) = self { bindings } else { Bindings() } }
    set { self = .bound(withoutBindings, newValue) }
  }

  /// The content without its bindings.
  var withoutBindings: Screen.Content {
    if case .bound(let content, _) = self { content.withoutBindings } else { self }
  }
}

extension Page: Bindable {
  /// The bindings of the page's screen.
  public var bindings: Bindings {
    get { content.bindings }
    set { content.bindings = newValue }
  }
}
