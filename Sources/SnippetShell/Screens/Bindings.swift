/// The bindings of a shell, a tab or a screen: the views that are shown while a page is not loaded, and the objects
/// that answer the page's requests.
///
/// Each member has the most specific value that is bound: that of the screen's content, else that of the tab, the
/// shell, or the server, in this order.
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
  /// The interceptor, services, navigator and download handler of the pages.
  public var page = WebViewBindings()

  /// Creates empty bindings.
  public init() {}

  /// Returns these bindings. Members without a binding get the binding of `outer`.
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

/// A part of a shell that has ``Bindings``: a ``Tab``, a ``Page``, the content of a screen.
public protocol Bindable {
  /// The bindings of this part. Parts inside of it inherit them.
  var bindings: Bindings { get set }
}

extension Bindings: Bindable {
  /// The value itself. So the `bind` functions also work on a `Bindings` value.
  public var bindings: Bindings {
    get { self }
    set { self = newValue }
  }
}

extension Bindable {
  /// Sets the view that is shown while a page loads.
  /// - Parameter loadingView: gets the progress from 0 to 1, or `nil` while it is unknown.
  public mutating func bind(loadingView: @escaping @Sendable (Double?) -> Node) { bindings.loading = loadingView }

  /// Sets the view that is shown while a page loads, without its progress.
  public mutating func bind(loadingView: @escaping @Sendable () -> Node) { bindings.loading = { _ in loadingView() } }

  /// Sets the view that is shown while the page of a snippet is being made.
  public mutating func bind(preloadingView: @escaping @Sendable () -> Node) { bindings.preloading = preloadingView }

  /// Sets the view that is shown after a page has failed.
  /// - Parameter errorView: gets the error and a function that loads the page again.
  public mutating func bind(
    errorView: @escaping @Sendable (any Error, _ retry: @escaping @Sendable () async -> Void) -> Node
  ) { bindings.error = errorView }

  /// Sets the view that is shown after a page has failed, without a way to retry.
  public mutating func bind(errorView: @escaping @Sendable (any Error) -> Node) {
    bindings.error = { error, _ in errorView(error) }
  }

  /// Sets the navigator that controls the topmost visible page.
  public mutating func bind(navigator: WebViewNavigator) { bindings.page.navigator = navigator }

  /// Sets the interceptor for the navigations of pages.
  public mutating func bind(interceptor: any NavigationInterceptor) { bindings.page.interceptor = interceptor }

  /// Sets an interceptor that decides asynchronously.
  public mutating func bind(interceptor: any AsyncNavigationInterceptor) {
    bindings.page.bind(interceptor: interceptor)
  }

  /// Sets the service that answers `navigator.geolocation`. Pages load its script only with
  /// ``SnippetBridge/PageService/location`` among the configuration's `parts`.
  public mutating func bind(locationServiceBridge: any LocationServicesBridge) {
    bindings.page.locationServiceBridge = locationServiceBridge
  }

  /// Sets the service that is asked before pages get the camera or the microphone. Pages load its script only with
  /// ``SnippetBridge/PageService/camera`` among the configuration's `parts`.
  public mutating func bind(cameraMicrophoneServiceBridge: any CameraMicrophoneServicesBridge) {
    bindings.page.cameraMicrophoneServiceBridge = cameraMicrophoneServiceBridge
  }

  /// Sets the function that is called when a download has ended. The configuration's `downloads` saves the file.
  public mutating func onDownloadCompleted(_ action: @escaping WebViewBindings.DownloadHandler) {
    bindings.page.downloadCompleted = action
  }

  /// Sets a function that returns the title of a screen. It is called when the page has been parsed, when it has
  /// loaded, and when its own title changes. If it returns `nil`, the page's own title is shown.
  public mutating func bind(title: @escaping @Sendable (Screen) async -> String?) { bindings.title = title }

  /// Sets the title of a screen to the text of the first element of its page that matches a CSS selector. The page's
  /// Content-Security-Policy must allow scripts that Swift evaluates.
  public mutating func bind(titleOf selector: String) {
    bindings.title = { await $0.text(of: selector) }
  }

  /// Sets whether navigations within a page's document, by `pushState` or to a fragment, are entries of the shell's
  /// history; `false` by default. A change affects only documents that are loaded later.
  public mutating func bind(recordsSteps: Bool) { bindings.recordsSteps = recordsSteps }

  /// Returns a copy with additional bindings, which take precedence over the existing ones.
  public func bound(to more: Bindings) -> Self {
    var copy = self
    copy.bindings = more.over(bindings)
    return copy
  }

  /// Returns a copy whose bindings a function has changed.
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
  /// The bindings of a screen with this content. They take precedence over those of the tab and the shell.
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
