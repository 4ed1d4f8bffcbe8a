import Foundation

/// The progress of a web view's navigation, derived from events in the server and in the page script. A value type
/// without side effects.
///
/// A browser does not report failed navigations. Therefore, a navigation succeeds if the response has a success status
/// and the page sends its hello, which is a page's first message to the server. The navigation fails if the response
/// has an error status, or if no page has sent a hello by the deadline. The event `beforeunload` does not indicate a
/// navigation, because it also fires for downloads and for navigations that native code handles.
struct NavigationProgress: Sendable {
  typealias Instant = ContinuousClock.Instant

  enum Event: Sendable {
    /// The request for a document arrived, and neither the interceptor nor the policy stopped it. This event does not
    /// occur for navigations that native code handles. If native code loads an iframe, this event occurs already before
    /// the request.
    case began(URL)
    /// The head of the response was sent. After a redirect, the next request is part of the same navigation. The
    /// statuses 204 and 205 cancel the navigation.
    case responded(status: Int)
    /// The fraction of the response's bytes that has been sent so far, from 0 to 1.
    case received(Double)
    /// The last byte of the response was sent.
    case sent
    /// A document sent its first hello.
    case hello(URL)
    /// The event `DOMContentLoaded` fired in the current document.
    case interactive
    /// The event `load` fired in the current document.
    case load
    case titleChanged(String)
    /// The document's URL changed through a fragment, `pushState` or `replaceState`.
    case moved(URL)
    case failed(any Error)
    /// The program could not prepare the web view, so none of the web view's documents is shown.
    case refused(any Error)
    /// The previous document stays, because the navigation was stopped, was handled by native code after a redirect, or
    /// became a download.
    case cancelled
  }

  /// The URL of the current document, or of the document that failed to load.
  private(set) var url: URL?
  private(set) var title = ""
  /// The progress, from 0 to 1. It never decreases within one navigation. At the end it is 1, even if the navigation
  /// failed.
  private(set) var estimatedProgress = 0.0

  /// The result of the navigation to the current document.
  private var outcome = LoadingState.idle
  private var navigation: Navigation?
  private var refusal: (any Error)?
  private let patience: Duration

  private struct Navigation: Sendable {
    var url: URL
    var deadline: Instant
    var status: Int?
    /// Whether this is the web view's first navigation. The first document that sends a hello is the result of this
    /// navigation, even if the document comes from the browser's cache.
    var isFirst = false
    /// Whether a redirect was sent and the browser's request for its target has not arrived yet.
    var isRedirected = false
    var redirects = 0
    var hasPage = false
    /// Whether the result is known. The navigation is kept after a failure, because its error page may still send a
    /// hello.
    var isOver = false

    /// The error that results from the response's status, or `nil` if the status does not indicate a failure.
    var failure: NavigationError? {
      guard let status, !(200..<300).contains(status), status != 304 else { return nil }
      return .status(status, url: url)
    }

    /// The result that the navigation has if its page sends a hello.
    var outcome: LoadingState { failure.map { .failed($0) } ?? .loaded }
  }

  /// Creates the progress of a web view without a document. If no event of a navigation occurs for the duration
  /// `patience`, the navigation ends.
  init(patience: Duration = .seconds(30)) { self.patience = patience }

  var state: LoadingState { isLoading ? .loading(progress: estimatedProgress) : outcome }
  var isLoading: Bool { navigation?.isOver == false }
  /// The time at which ``checkDeadline(at:)`` must be called, or `nil` if nothing is loading.
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
    // The previous document can change its title and URL even while the next document is loading. Therefore, these
    // events do not extend the deadline.
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
      // The page has sent its hello, so the navigation has not failed. The event `load` is missing only because a
      // resource, such as an image, is still loading.
      end(navigation.outcome)
    } else if let failure = navigation.failure {
      fail(failure)
    } else {
      fail(NavigationError.noPage(url: navigation.url, status: navigation.status, within: patience))
      // If a document sends a hello later, that hello starts another navigation.
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
    // If native code has already announced this navigation, the arrival of its request does not start another
    // navigation.
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
      // A page cannot send a hello before the head of its response, so this page is the result of an earlier
      // navigation.
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
