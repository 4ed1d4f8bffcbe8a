import Foundation
import SnippetBridgeTesting
import Testing

@testable import SnippetBridge

/// The state machine of a navigation's progress. Every navigation ends in exactly one way, and progress never
/// decreases.
@Suite(.timeLimit(.minutes(5))) struct NavigationProgressTests {
  private let start = ContinuousClock.now
  private let a = URL(filePath: "/a")
  private let b = URL(filePath: "/b")

  private struct Broken: Error, CustomStringConvertible {
    let description = "it broke"
  }

  private func progress(after events: [NavigationProgress.Event]) -> NavigationProgress {
    var progress = NavigationProgress()
    for event in events { progress.apply(event, at: start) }
    return progress
  }

  private func loaded(_ url: URL, title: String = "") -> [NavigationProgress.Event] {
    [.began(url), .responded(status: 200), .sent, .hello(url), .titleChanged(title), .interactive, .load]
  }

  @Test func aNavigationGoesThroughItsSteps() {
    var progress = NavigationProgress()
    var steps = [progress.estimatedProgress]
    var states = [progress.state]
    for event in loaded(a, title: "A") {
      progress.apply(event, at: start)
      steps.append(progress.estimatedProgress)
      states.append(progress.state)
    }
    #expect(steps == [0, 0.1, 0.3, 0.6, 0.6, 0.6, 0.8, 1])
    let loading = Array(repeating: LoadingState.loading(progress: 0), count: 6)
    #expect(states == [.idle] + loading + [.loaded])
    #expect(progress.url == a)
    #expect(progress.title == "A")
  }

  /// The script of a document that is sent in pieces can send its hello before the last byte is sent.
  @Test func theOrderOfThePageAndTheLastByteDoesNotMatter() {
    var progress = NavigationProgress()
    var steps: [Double] = []
    let events: [NavigationProgress.Event] = [
      .began(a), .responded(status: 200), .hello(a), .interactive, .sent, .load,
    ]
    for event in events {
      progress.apply(event, at: start)
      steps.append(progress.estimatedProgress)
    }
    #expect(steps == [0.1, 0.3, 0.3, 0.8, 0.8, 1])
    #expect(progress.state == .loaded)
  }

  @Test(
    arguments: [
      ("a good page", [.hello(URL(filePath: "/a")), .load]),
      ("a failure", [.failed(Broken())]),
      ("a cancel", [.cancelled]),
      ("no content", [.responded(status: 204)]),
      ("reset content", [.responded(status: 205)]),
    ] as [(String, [NavigationProgress.Event])])
  func everyEndIsOne(name: String, events: [NavigationProgress.Event]) {
    let before: [NavigationProgress.Event] =
      name == "no content" || name == "reset content" ? [.began(a)] : [.began(a), .responded(status: 200)]
    let end = progress(after: before + events)
    #expect(end.estimatedProgress == 1)
    #expect(!end.isLoading)
    #expect(end.deadline == nil)
  }

  // MARK: Status of the response

  @Test(arguments: [200, 201, 299, 304])
  func aGoodStatusAndThePageAreSuccess(status: Int) {
    #expect(progress(after: [.began(a), .responded(status: status), .hello(a), .load]).state == .loaded)
  }

  @Test(arguments: [400, 404, 500, 503])
  func aPageThatSaysWhatWentWrongIsAFailure(status: Int) throws {
    let end = progress(after: [.began(a), .responded(status: status), .hello(a), .titleChanged("Sorry"), .load])
    guard case .failed(let error) = end.state else {
      Issue.record("\(end.state)")
      return
    }
    #expect((error as? NavigationError)?.status == status)
    #expect((end.url, end.title) == (a, "Sorry"))
  }

  /// A navigation with an error status fails when the last byte is sent. It does not wait for a hello until the
  /// deadline, because the response may not be a page.
  @Test func aBadStatusIsAFailureWithTheLastByte() {
    let sent = progress(after: loaded(a, title: "A") + [.began(b), .responded(status: 404), .sent])
    let expected = LoadingState.failed(NavigationError.status(404, url: b))
    #expect(sent.state == expected)
    #expect(sent.url == b)
    let reported = progress(
      after: loaded(a) + [.began(b), .responded(status: 404), .sent, .hello(b), .titleChanged("Sorry"), .load])
    #expect(reported.state == expected)
    #expect(reported.title == "Sorry")
    #expect(reported.estimatedProgress == 1)
  }

  @Test("S21: the progress grows with the bytes of a known length") func theBytesAreProgress() {
    let head: [NavigationProgress.Event] = [.began(URL(string: "http://a/")!), .responded(status: 200)]
    #expect(abs(progress(after: head + [.received(0.5)]).estimatedProgress - 0.45) < 0.001)
    #expect(progress(after: head + [.received(0.5), .received(0.25)]).estimatedProgress > 0.44)
    #expect(progress(after: head + [.received(1)]).estimatedProgress == 0.6)
    #expect(progress(after: [head[0], .received(0.5)]).estimatedProgress == 0.1)
  }

  @Test func anEarlyHeadIsNoAnswer() {
    #expect(progress(after: [.began(a), .responded(status: 103)]).estimatedProgress == 0.1)
  }

  // MARK: Deadlines

  @Test func withoutAPageTheDeadlineIsAFailure() {
    var progress = NavigationProgress(patience: .seconds(10))
    progress.apply(.began(a), at: start)
    progress.apply(.responded(status: 200), at: start + .seconds(5))
    progress.apply(.sent, at: start + .seconds(6))
    #expect(progress.deadline == start + .seconds(16))
    progress.checkDeadline(at: start + .seconds(16) - .nanoseconds(1))
    #expect(progress.isLoading)
    progress.checkDeadline(at: start + .seconds(16))
    #expect(progress.state == .failed(NavigationError.noPage(url: a, status: 200, within: .seconds(10))))
    #expect(progress.estimatedProgress == 1)
    #expect(progress.url == a)
  }

  @Test func withAPageTheDeadlineIsSuccess() {
    var progress = progress(after: [.began(a), .responded(status: 200), .hello(a), .interactive])
    progress.checkDeadline(at: start + .seconds(30))
    #expect(progress.state == .loaded)
    #expect(progress.estimatedProgress == 1)
  }

  @Test func withABadStatusTheDeadlineIsThat() {
    var progress = progress(after: [.began(a), .responded(status: 500)])
    progress.checkDeadline(at: start + .seconds(30))
    #expect(progress.state == .failed(NavigationError.status(500, url: a)))
  }

  @Test func aPageThatComesAfterTheDeadlineIsLoaded() {
    var progress = progress(after: [.began(a), .responded(status: 200), .sent])
    progress.checkDeadline(at: start + .seconds(30))
    progress.apply(.hello(a), at: start + .seconds(31))
    #expect(progress.isLoading)
    progress.apply(.load, at: start + .seconds(32))
    #expect(progress.state == .loaded)
  }

  /// Events that a document can cause at any time, such as a clock in the previous page's title, do not extend the
  /// deadline.
  @Test func whatAnyDocumentDoesDoesNotMoveTheDeadline() {
    var progress = progress(after: loaded(a) + [.began(b)])
    let deadline = progress.deadline
    progress.apply(.titleChanged("12:00"), at: start + .seconds(29))
    progress.apply(.moved(a), at: start + .seconds(29))
    #expect(progress.deadline == deadline)
  }

  // MARK: The previous state

  @Test func whatIsCancelledLeavesEverythingAsItWas() {
    let before = progress(after: loaded(a, title: "A"))
    let cancels: [[NavigationProgress.Event]] = [
      [.began(b), .cancelled], [.began(b), .responded(status: 204)],
      // An interceptor handles the navigation after a redirect.
      [.began(b), .responded(status: 302), .began(b), .cancelled],
      // The response becomes a download.
      [.began(b), .responded(status: 200), .cancelled],
      // No navigation was in progress.
      [.cancelled], [.failed(Broken())], [.responded(status: 500), .sent], [.load],
    ]
    for events in cancels {
      let after = progress(after: loaded(a, title: "A") + events)
      #expect(after.state == before.state, "\(events)")
      #expect((after.url, after.title) == (before.url, before.title), "\(events)")
      #expect(after.estimatedProgress == before.estimatedProgress, "\(events)")
    }
    #expect(progress(after: [.began(a), .cancelled]).state == .idle)
    let failed = progress(after: [.began(a), .responded(status: 404), .sent, .began(b), .cancelled])
    #expect(failed.state == .failed(NavigationError.status(404, url: a)))
  }

  @Test func aPageThatIsStillLoadingCountsAsLoadedWhenTheNextNavigationBegins() {
    let shown: [NavigationProgress.Event] = [.began(a), .responded(status: 200), .hello(a), .began(b), .cancelled]
    #expect(progress(after: shown).state == .loaded)
    let sorry: [NavigationProgress.Event] = [.began(a), .responded(status: 404), .hello(a), .began(b), .cancelled]
    #expect(progress(after: sorry).state == .failed(NavigationError.status(404, url: a)))
  }

  @Test func stoppingAPageThatIsThereKeepsIt() {
    #expect(progress(after: [.began(a), .responded(status: 200), .hello(a), .cancelled]).state == .loaded)
  }

  @Test func aSameDocumentNavigationChangesTheAddressAlone() {
    let events = loaded(a, title: "A")
    for count in 0...events.count {
      let before = progress(after: Array(events.prefix(count)))
      let after = progress(after: events.prefix(count) + [.moved(b)])
      #expect(after.url == b)
      #expect(
        (after.state, after.title, after.estimatedProgress) == (before.state, before.title, before.estimatedProgress))
    }
  }

  @Test func anEndlessRedirectFails() {
    var progress = NavigationProgress()
    for count in 1...21 {
      progress.apply(.began(a), at: start)
      progress.apply(.responded(status: 302), at: start)
      #expect(progress.isLoading == (count <= 20))
    }
    guard case .failed(let error) = progress.state else { return #expect(Bool(false), "\(progress.state)") }
    #expect("\(error)".contains("more than 20 times"))
  }

  @Test func aRedirectIsTheSameNavigation() {
    let redirected = progress(after: [.began(a), .responded(status: 302), .sent])
    #expect(redirected.estimatedProgress == 0.1)
    let next = progress(after: [.began(a), .responded(status: 302), .sent, .began(b)])
    #expect(next.estimatedProgress == 0.1)
    let end = progress(after: [.began(a), .responded(status: 302), .sent, .began(b), .responded(status: 404), .sent])
    #expect(end.state == .failed(NavigationError.status(404, url: b)))
  }

  @Test func aSecondNavigationStartsAnew() {
    let events = loaded(a)
    for count in 1..<events.count {
      var progress = progress(after: Array(events.prefix(count)))
      progress.apply(.began(b), at: start)
      #expect(progress.state.isIdentical(to: .loading(progress: 0.1)))
      for event in loaded(b) { progress.apply(event, at: start) }
      #expect(progress.state == .loaded)
      #expect(progress.url == b)
    }
  }

  /// While the next document is loading, the previous document sends its hello, completes, and changes its title.
  @Test func theDocumentBeforeDoesNotMoveTheProgress() {
    var progress = progress(after: [.began(a), .responded(status: 200), .sent, .began(b)])
    for event in [.hello(a), .interactive, .load, .titleChanged("A")] as [NavigationProgress.Event] {
      progress.apply(event, at: start)
      #expect(progress.state.isIdentical(to: .loading(progress: 0.1)))
    }
    #expect((progress.url, progress.title) == (a, "A"))
    progress.apply(.cancelled, at: start)
    #expect(progress.state == .loaded)
  }

  /// The browser may show an iframe's page from its cache. The server then receives no request, but the navigation has
  /// already begun, because native code begins it when it tells the iframe to load the page. The page's hello completes
  /// it.
  @Test func theFirstPageMayComeFromTheBrowsersOwnStore() {
    #expect(progress(after: [.began(a), .hello(a), .load]).state == .loaded)
    #expect(progress(after: [.began(a), .hello(b), .load]).state == .loaded)
    #expect(
      progress(after: [.began(a), .began(a), .responded(status: 404), .sent, .hello(a)]).state
        == .failed(NavigationError.status(404, url: a)))
    #expect(progress(after: [.began(a), .failed(Broken()), .hello(a), .load]).state == .loaded)
  }

  @Test func noPageOfARefusedWebViewIsShown() {
    #expect(progress(after: [.refused(Broken()), .hello(a), .load]).state == .failed(Broken()))
    #expect(progress(after: [.began(a), .refused(Broken()), .hello(a), .load]).state == .failed(Broken()))
    #expect(progress(after: [.began(a), .responded(status: 200), .refused(Broken())]).state == .failed(Broken()))
  }

  @Test func aPageFromTheBrowsersOwnStoreIsANavigation() {
    let shown = progress(after: loaded(a, title: "A") + [.hello(b)])
    #expect(shown.state.isIdentical(to: .loading(progress: 0.6)))
    #expect((shown.url, shown.title) == (b, ""))
    #expect(progress(after: loaded(a) + [.hello(b), .load]).state == .loaded)
  }

  @Test func aFailureHasItsAddressAndItsPage() {
    let failed = progress(after: loaded(a) + [.began(b), .failed(Broken())])
    #expect(failed.url == b)
    #expect(failed.state == .failed(Broken()))
    let page = progress(
      after: loaded(a) + [.began(b), .failed(Broken()), .responded(status: 502), .sent, .hello(b), .load])
    #expect(page.state == .failed(Broken()))
    #expect(progress(after: loaded(a) + [.began(b), .failed(Broken()), .hello(a), .load]).state == .loaded)
  }

  // MARK: Random events

  @Test(arguments: 0..<200 as Range<UInt64>)
  func whateverHappensItOnlyGrowsAndItEnds(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var progress = NavigationProgress()
    var now = start
    for _ in 0..<100 {
      let before = progress
      now += .seconds(random.below(40))
      var begins = false
      if random.oneIn(5) {
        progress.checkDeadline(at: now)
      } else {
        let event = event(by: &random)
        if case .began = event { begins = true }
        if case .hello = event { begins = !before.isLoading || before.hasPage }
        progress.apply(event, at: now)
      }
      #expect((0...1).contains(progress.estimatedProgress))
      if !begins { #expect(progress.estimatedProgress >= before.estimatedProgress) }
      if !progress.isLoading, progress.state != .idle { #expect(progress.estimatedProgress == 1) }
      #expect(progress.isLoading == (progress.deadline != nil))
      if let deadline = progress.deadline { #expect(deadline <= now + .seconds(30)) }
      // In every state, loading ends if no event arrives until the latest possible deadline.
      var left = progress
      left.checkDeadline(at: now + .seconds(30))
      #expect(!left.isLoading)
      #expect(left.estimatedProgress == (progress.estimatedProgress == 0 ? 0 : 1))
    }
  }

  private func event(by random: inout SplitMix64) -> NavigationProgress.Event {
    let url = random.oneIn(2) ? a : b
    return switch random.below(12) {
    case 0, 1: .began(url)
    case 2, 3: .responded(status: [200, 200, 204, 302, 304, 404, 500, 103][random.below(8)])
    case 4: .sent
    case 5, 6: .hello(url)
    case 7: .interactive
    case 8: .load
    case 9: .titleChanged("\(random.below(10))")
    case 10: .moved(url)
    default: random.oneIn(2) ? .cancelled : .failed(Broken())
    }
  }
}

extension NavigationProgress {
  /// Whether a document has sent its hello and is not complete. The next hello then begins another navigation.
  fileprivate var hasPage: Bool {
    var copy = self
    copy.apply(.interactive, at: .now)
    return copy.estimatedProgress >= 0.8
  }
}
