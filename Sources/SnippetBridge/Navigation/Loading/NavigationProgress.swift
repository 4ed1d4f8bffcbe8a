import Foundation

/// The progress of a web view's navigation, derived from what the server and the page scripts observe. A pure value.
///
/// A browser does not report a failed navigation. So a navigation succeeds when its page has reported (sent its hello)
/// and the response's status was a success. It fails if the status is an error, or if no page has reported by the
/// deadline. `beforeunload` does not indicate a navigation, because it also fires for downloads and handled
/// navigations.
struct NavigationProgress: Sendable {
  typealias Instant = ContinuousClock.Instant

  enum Event: Sendable {
    /// The request for a document arrived, and neither the interceptor nor the policy stopped it. A navigation that
    /// native code handles does not cause this event.
    case began(URL)
    /// The head of the response was sent. The next request after a redirect belongs to the same navigation. The
    /// statuses 204 and 205 cancel the navigation.
    case responded(status: Int)
    /// The fraction of the response's bytes that was sent so far, from 0 to 1.
    case received(Double)
    /// The last byte of the response was sent.
    case sent
    /// A document has reported for the first time, by its hello.
    case hello(URL)
    /// The event `DOMContentLoaded` of the document that has reported.
    case interactive
    /// The event `load` of the document that has reported.
    case load
    case titleChanged(String)
    /// The URL of the document changed by a fragment, `pushState` or `replaceState`.
    case moved(URL)
    case failed(any Error)
    /// The program could not prepare the web view, so none of its documents is shown.
    case refused(any Error)
    /// The previous document stays: the navigation was stopped, handled after a redirect, or became a download.
    case cancelled
  }

  /// The URL of the document that is shown, or that failed to load.
  private(set) var url: URL?
  private(set) var title = ""
  /// The progress, from 0 to 1. It never decreases within one navigation, and is 1 at the end, even after a failure.
  private(set) var estimatedProgress = 0.0

  /// The result of the navigation to the document that is shown.
  private var outcome = LoadingState.idle
  private var navigation: Navigation?
  private var refusal: (any Error)?
  private let patience: Duration

  private struct Navigation: Sendable {
    var url: URL
    var deadline: Instant
    var status: Int?
    /// Whether this is the web view's first navigation. The first document that reports belongs to this navigation,
    /// even if the document comes from the browser's cache.
    var isFirst = false
    /// Whether a redirect was sent and its next request has not arrived yet.
    var isRedirected = false
    var redirects = 0
    var hasPage = false
    /// Whether the result is known. After a failure, an error page may still report.
    var isOver = false

    /// The error for a response status that means a failure, or `nil` if there is none.
    var failure: NavigationError? {
      guard let status, !(200..<300).contains(status), status != 304 else { return nil }
      return .status(status, url: url)
    }

    /// The result of the navigation once its page has reported.
    var outcome: LoadingState { failure.map { .failed($0) } ?? .loaded }
  }

  /// Creates the progress of a web view without a document. `patience` is the longest time without an event before a
  /// navigation ends.
  init(patience: Duration = .seconds(30)) {
    self.patience = patience
  }

  var state: LoadingState { isLoading ? .loading(progress: estimatedProgress) : outcome }
  var isLoading: Bool { navigation?.isOver == false }
  /// The time at which to call ``checkDeadline(at:)``, or `nil` if nothing is loading.
  var deadline: Instant? { isLoading ? navigation?.deadline : nil }

  mutating func apply(_ event: Event, at now: Instant) {
    let deadline = now + patience
    switch event {
    case .began(let url): begin(url, until: deadline)
    case .responded(let status): respond(status)
    case .received(let part) where part >= 1: finishSending()
    case .received(let part): if navigation?.status != nil { grow(to: 0.3 + 0.3 * part) }
    case .sent: finishSending()
    case .hello(let url): showDocument(url, until: deadline)
    case .interactive: if navigation?.hasPage == true { grow(to: 0.8) }
    case .load: if let navigation, navigation.hasPage { end(navigation.outcome) }
    case .failed(let error): fail(error)
    case .refused(let error):
      refusal = error
      fail(error)
    case .cancelled: cancel()
    // The title and the URL can change at any time, even while the document is being left. So these events do not
    // extend the deadline.
    case .titleChanged(let title):
      self.title = title
      return
    case .moved(let url):
      self.url = url
      return
    }
    navigation?.deadline = deadline
  }

  mutating func checkDeadline(at now: Instant) {
    guard isLoading, let navigation, now >= navigation.deadline else { return }
    if navigation.hasPage {
      // The page has reported, so the navigation has not failed, although a resource such as an image is still loading.
      end(navigation.outcome)
    } else if let failure = navigation.failure {
      fail(failure)
    } else {
      fail(NavigationError.noPage(url: navigation.url, status: navigation.status, within: patience))
      // If a document reports later, that begins another navigation.
      self.navigation = nil
    }
  }

  // MARK: Events

  private mutating func begin(_ url: URL, until deadline: Instant) {
    if isLoading, var redirected = navigation, redirected.isRedirected {
      (redirected.url, redirected.isRedirected) = (url, false)
      navigation = redirected
      return
    }
    if isLoading, let navigation, navigation.hasPage { outcome = navigation.outcome }
    // Native code has already announced this navigation, so the arrival of its request does not begin another one.
    if isLoading, let navigation, navigation.isFirst, navigation.url == url, navigation.status == nil { return }
    navigation = Navigation(url: url, deadline: deadline, isFirst: navigation == nil && outcome == .idle)
    estimatedProgress = 0.1
  }

  /// The number of redirects that Chromium, Firefox and WebKit follow in one navigation.
  static let maximumRedirects = 20

  private mutating func respond(_ status: Int) {
    guard let navigation, !navigation.hasPage, status >= 200 else { return }
    switch status {
    case 204, 205:
      cancel()
    case 300..<400 where status != 304:
      self.navigation?.isRedirected = true
      self.navigation?.redirects += 1
      if navigation.redirects >= Self.maximumRedirects { fail(NavigationError.redirects(url: navigation.url)) }
    default:
      self.navigation?.status = status
      grow(to: 0.3)
    }
  }

  private mutating func finishSending() {
    guard let navigation, navigation.status != nil else { return }
    if let failure = navigation.failure {
      fail(failure)
    } else {
      grow(to: 0.6)
    }
  }

  private mutating func showDocument(_ url: URL, until deadline: Instant) {
    self.url = url
    title = ""
    if let navigation, !navigation.hasPage, navigation.status != nil || isLoading && navigation.isFirst {
      self.navigation?.hasPage = true
    } else if let navigation, !navigation.hasPage, isLoading {
      // A page cannot report before the head of its response was sent, so this page belongs to an earlier navigation.
      outcome = .loaded
    } else {
      // The document comes from the browser's cache or from another server.
      navigation = Navigation(url: url, deadline: deadline, hasPage: true)
      estimatedProgress = 0.6
    }
    if let refusal { end(.failed(refusal)) }
  }

  private mutating func fail(_ error: any Error) {
    guard isLoading, let navigation else { return }
    if !navigation.hasPage { url = navigation.url }
    end(.failed(error))
  }

  private mutating func cancel() {
    guard isLoading, let navigation else { return }
    end(navigation.hasPage ? navigation.outcome : outcome)
    self.navigation = nil
  }

  private mutating func grow(to progress: Double) {
    if isLoading { estimatedProgress = max(estimatedProgress, progress) }
  }

  private mutating func end(_ outcome: LoadingState) {
    guard isLoading else { return }
    self.outcome = outcome
    estimatedProgress = 1
    navigation?.isOver = true
  }
}
