import Foundation

/// How far a web view's navigation is, by what the server and its documents' shims see of it. A pure value.
///
/// A browser says nothing of a navigation that comes to nothing. So a navigation succeeds when its page has reported
/// and the server's status was a good one; everything else is a deadline. `beforeunload` is no sign of one: it fires
/// for downloads and handled navigations too.
struct NavigationProgress: Sendable {
  typealias Instant = ContinuousClock.Instant

  enum Event: Sendable {
    /// The request for a document is here, and everybody who decides has let it pass. A handled navigation does not
    /// begin.
    case began(URL)
    /// The head of the answer was sent. A redirect's next request belongs to the same navigation; 204 and 205 cancel.
    case responded(status: Int)
    /// The answer's last byte was sent.
    case sent
    /// A document has reported for the first time.
    case hello(URL)
    /// `DOMContentLoaded`, in the document that has reported.
    case interactive
    /// `load`, in the document that has reported.
    case load
    case titleChanged(String)
    /// The document has another address now: a fragment, `pushState`, `replaceState`.
    case moved(URL)
    case failed(any Error)
    /// The program could not prepare the web view: none of its documents is shown.
    case refused(any Error)
    /// The document that was there stays: stopped, handled after a redirect, or a download.
    case cancelled
  }

  /// Of the document that is shown, or that should have been.
  private(set) var url: URL?
  private(set) var title = ""
  /// Grows within one navigation, and is 1 at its end, whatever that was.
  private(set) var estimatedProgress = 0.0

  /// What has become of the document that is shown.
  private var outcome = LoadingState.idle
  private var navigation: Navigation?
  private var refusal: (any Error)?
  private let patience: Duration

  private struct Navigation: Sendable {
    var url: URL
    var deadline: Instant
    var status: Int?
    /// No other was there before: a document that reports is this one's, also where it comes from the browser's cache.
    var isFirst = false
    /// A redirect was sent; its next request has not come.
    var isRedirected = false
    var hasPage = false
    /// What has become of it is known; its page may still come, when that says what went wrong.
    var isOver = false

    /// A status from which no success can come.
    var failure: NavigationError? {
      guard let status, !(200..<300).contains(status), status != 304 else { return nil }
      return .status(status, url: url)
    }

    /// Once the page is there.
    var outcome: LoadingState { failure.map { .failed($0) } ?? .loaded }
  }

  /// `patience` is the longest time without a sign of a navigation's going on.
  init(patience: Duration = .seconds(30)) {
    self.patience = patience
  }

  var state: LoadingState { isLoading ? .loading(progress: estimatedProgress) : outcome }
  var isLoading: Bool { navigation?.isOver == false }
  /// When to call ``checkDeadline(at:)``; nil when nothing is waited for.
  var deadline: Instant? { isLoading ? navigation?.deadline : nil }

  mutating func apply(_ event: Event, at now: Instant) {
    let deadline = now + patience
    switch event {
    case .began(let url): begin(url, until: deadline)
    case .responded(let status): respond(status)
    case .sent: finishSending()
    case .hello(let url): showDocument(url, until: deadline)
    case .interactive: if navigation?.hasPage == true { grow(to: 0.8) }
    case .load: if let navigation, navigation.hasPage { end(navigation.outcome) }
    case .failed(let error): fail(error)
    case .refused(let error):
      refusal = error
      fail(error)
    case .cancelled: cancel()
    // Documents do these two at any time, also the one that is about to go: they are no sign of going on.
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
      // An image, perhaps, that never comes.
      end(navigation.outcome)
    } else if let failure = navigation.failure {
      fail(failure)
    } else {
      fail(NavigationError.noPage(url: navigation.url, status: navigation.status, within: patience))
      // If it comes yet, it is one that nobody has asked for.
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
    // Native code has told of it before its request came.
    if isLoading, let navigation, navigation.isFirst, navigation.url == url, navigation.status == nil { return }
    navigation = Navigation(url: url, deadline: deadline, isFirst: navigation == nil && outcome == .idle)
    estimatedProgress = 0.1
  }

  private mutating func respond(_ status: Int) {
    guard let navigation, !navigation.hasPage, status >= 200 else { return }
    switch status {
    case 204, 205:
      cancel()
    case 300..<400 where status != 304:
      self.navigation?.isRedirected = true
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
      // A page cannot report before the head of its answer was sent: it is that of a navigation before.
      outcome = .loaded
    } else {
      // The browser has it from its own store, or from another server.
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
