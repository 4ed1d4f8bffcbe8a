import Foundation
import Testing

@testable import SnippetVisits

/// The state of a session's visits, without a page. The tests provide the page's messages.
@Suite(.timeLimit(.minutes(5)))
struct SessionStateTests {
  private let home = URL(filePath: "/").at("http://localhost/")
  private let two = URL(filePath: "/").at("http://localhost/two")

  /// Returns a session whose screen 1 has shown its page.
  private func ready() -> SessionState {
    var state = SessionState()
    _ = state.visit(1, home, VisitOptions())
    _ = state.willAppear(1)
    _ = state.didAppear(1)
    _ = state.receive(PageMessage(.turboIsReady, .init(isReady: true)))
    _ = state.receive(PageMessage(.pageLoaded, .init(location: "http://localhost/", restorationIdentifier: "r1")))
    return state
  }

  /// Simulates the page's message that Turbo has started the current visit, with this identifier.
  private func start(_ state: inout SessionState, _ identifier: String, isCached: Bool = false) -> [SessionState.Effect]
  {
    let number = state.current?.number
    return state.receive(
      PageMessage(.visitStarted, .init(identifier: identifier, visit: number, hasCachedSnapshot: isCached)))
  }

  @Test("R49: the first visit is a cold boot, later ones are commands to Turbo")
  func coldBoot() {
    var state = SessionState()
    #expect(
      state.visit(1, home, VisitOptions()) == [
        .activate(1), .requestStarted, .showIndicator(1), .load(home, html: nil),
      ])
    _ = state.receive(PageMessage(.turboIsReady, .init(isReady: true)))
    let effects = state.receive(PageMessage(.pageLoaded, .init(location: "http://localhost/", title: "Home")))
    #expect(
      effects == [
        .requestFinished, .hideIndicator(1), .present(1, home, title: "Home"), .rendered(1), .loaded, .finished(1),
      ])
    let later = state.visit(2, two, VisitOptions())
    #expect(later.first == .deactivate(1))
    guard case .send(.visit(let visit))? = later.last else { return #expect(Bool(false), "\(later)") }
    #expect(visit.location == "http://localhost/two")
  }

  @Test("R49: a visit with `reload` is a cold boot")
  func reload() {
    var state = ready()
    #expect(state.visit(1, home, VisitOptions(), reload: true).last == .load(home, html: nil))
  }

  private let ignored = SessionState.Effect.log(
    "visitRendered of a visit that Swift has not started, or has cancelled")

  @Test("R50: late messages of an earlier visit do not change the screen that the page shows now")
  func lateMessages() {
    var state = ready()
    _ = state.visit(2, two, VisitOptions())
    _ = start(&state, "a")
    // The user goes back before the page has reported the rest of the visit.
    _ = state.willAppear(1)
    _ = state.visit(1, home, VisitOptions(action: .restore))
    let rendered = PageMessage(.visitRendered, .init(location: "http://localhost/two", title: "Two", identifier: "a"))
    #expect(state.receive(rendered) == [ignored])
    _ = start(&state, "b")
    #expect(state.receive(rendered) == [ignored])
    // The page itself has started this visit.
    let refresh = PageMessage(.visitRendered, .init(location: "http://localhost/", title: "New", identifier: "own"))
    #expect(state.receive(refresh) == [.present(1, home, title: "New")])
  }

  @Test("R50: a visit that starts only after the next one is recognized as an earlier one")
  func startAfterTheNextVisit() {
    var state = ready()
    _ = state.visit(2, two, VisitOptions())
    let number = state.current?.number
    _ = state.visit(1, home, VisitOptions(action: .restore))
    #expect(state.receive(PageMessage(.visitStarted, .init(identifier: "a", visit: number))) == [])
    let rendered = PageMessage(.visitRendered, .init(location: "http://localhost/two", title: "Two", identifier: "a"))
    #expect(state.receive(rendered) == [ignored])
  }

  @Test("R50: a new visit cancels the present one; its request finishes once")
  func cancel() {
    var state = ready()
    _ = state.visit(2, two, VisitOptions())
    _ = start(&state, "a")
    #expect(state.receive(PageMessage(.visitRequestStarted, .init(identifier: "a"))) == [.requestStarted])
    let effects = state.visit(3, home, VisitOptions())
    #expect(effects.prefix(2) == [.send(.cancel(identifier: "a")), .requestFinished])
    #expect(!state.receive(PageMessage(.visitRequestFinished, .init(identifier: "a"))).contains(.requestFinished))
  }

  @Test("R50: a visit that Turbo starts after its cancellation is cancelled there")
  func lateStart() {
    var state = ready()
    _ = state.visit(2, two, VisitOptions())
    _ = state.cancel()
    #expect(start(&state, "a") == [.send(.cancel(identifier: "a"))])
  }

  @Test("R52: Back restores with the identifier that Turbo has reported")
  func restore() {
    var state = ready()
    _ = state.visit(2, two, VisitOptions())
    _ = state.didAppear(2)
    _ = start(&state, "a")
    _ = state.receive(PageMessage(.visitCompleted, .init(identifier: "a", restorationIdentifier: "r2")))
    #expect(state.willAppear(1) == [.restore(1)])
    guard case .send(.visit(let visit))? = state.visit(1, home, VisitOptions(action: .restore)).last else {
      return #expect(Bool(false))
    }
    #expect(visit.restorationIdentifier == "r1")
  }

  @Test("R52: the page of a screen that native content covered is restored")
  func nativeToWeb() {
    var state = ready()
    #expect(state.didDisappear(1) == [.send(.cacheSnapshot), .deactivate(1)])
    #expect(state.willAppear(1) == [.restore(1)])
  }

  @Test("R53: stale snapshots are cleared when a screen appears next; stale content is loaded again")
  func stale() {
    var state = ready()
    state.isSnapshotCacheStale = true
    #expect(state.willAppear(1) == [.send(.clearSnapshotCache)])
    #expect(state.willAppear(1) == [])
    state.isContentStale = true
    #expect(state.willAppear(1) == [.reload(1)])
    #expect(state.willAppear(1) == [])
  }

  @Test("R54: a lost page is loaded again if it is visible, otherwise when it appears")
  func lost() {
    var visible = ready()
    #expect(visible.pageEnded() == [.terminated, .reload(1)])
    var hidden = ready()
    _ = hidden.didDisappear(1)
    #expect(hidden.pageEnded() == [.terminated])
    #expect(hidden.willAppear(1) == [.reload(1)])
  }

  @Test("R54: pageInvalidated is a cold boot of the screen that is being visited")
  func invalidated() {
    var state = ready()
    _ = state.visit(2, two, VisitOptions())
    _ = start(&state, "a")
    #expect(state.receive(PageMessage(.pageInvalidated)).last == .reload(2))
    #expect(state.visit(2, two, VisitOptions(), reload: true).last == .load(two, html: nil))
    #expect(state.receive(PageMessage(.visitCompleted, .init(identifier: "a"))).allSatisfy { $0.isLog })
  }

  @Test("R57, R58: status codes of HTTP and of Turbo", arguments: [404, 500, -2])
  func failures(code: Int) {
    var state = ready()
    _ = state.visit(2, two, VisitOptions())
    _ = start(&state, "a")
    let name: PageMessage.Name = code > 0 ? .visitRequestFailed : .visitRequestFailedWithNonHttpStatusCode
    let effects = state.receive(PageMessage(name, .init(identifier: "a", statusCode: code)))
    #expect(effects.contains(.failed(2, HotwireNativeError(turboStatusCode: code))))
    #expect(state.current?.state == .failed)
  }

  @Test("R59: a network failure is retried by a cold boot, once per visit")
  func retry() {
    var state = ready()
    _ = state.visit(2, two, VisitOptions())
    _ = start(&state, "a")
    let failure = PageMessage(.visitRequestFailedWithNonHttpStatusCode, .init(identifier: "a", statusCode: 0))
    #expect(state.receive(failure).last == .load(two, html: nil))
    #expect(state.loadFailed(statusCode: nil, message: "no answer").contains { $0.isFailure })
  }

  @Test("R51: a status that is no success fails a cold boot, and its request finishes")
  func coldBootStatus() {
    var state = SessionState()
    _ = state.visit(1, home, VisitOptions())
    #expect(
      state.loadFailed(statusCode: 401, message: "")
        == [.hideIndicator(1), .failed(1, HotwireNativeError(turboStatusCode: 401)), .requestFinished, .finished(1)])
  }

  @Test("R51: a redirect of a cold boot to another origin is proposed")
  func redirect() {
    var state = SessionState()
    _ = state.visit(1, home, VisitOptions())
    #expect(state.redirectedElsewhere(to: two).last == .redirectedElsewhere(two))
    #expect(state.current?.state == .canceled)
  }

  @Test("R70: a proposal's document arrives in parts; the same page reuses it, another one gets it")
  func proposalWithDocument() {
    var state = ready()
    for part in ["<p>", "Saved"] {
      #expect(state.receive(PageMessage(.visitProposedHTML, .init(proposal: 1, html: part))) == [])
    }
    let sent = VisitOptions(response: VisitResponse(statusCode: 200, redirected: true))
    let effects = state.receive(
      PageMessage(.visitProposed, .init(location: "http://localhost/two", options: sent, proposal: 1)))
    let options = VisitOptions(
      response: VisitResponse(statusCode: 200, redirected: true, responseHTML: "<p>Saved"))
    #expect(effects == [.proposed(two, options)])
    guard case .send(.visit(let visit))? = state.visit(2, two, options).last else { return #expect(Bool(false)) }
    #expect(visit.proposal == 1)
    #expect(visit.options.response == nil)
    var other = SessionState()
    #expect(other.visit(1, two, options).last == .load(two, html: "<p>Saved"))
  }

  @Test("R70: a response without a document is dropped")
  func responseWithoutDocument() {
    var state = ready()
    let options = VisitOptions(response: VisitResponse(statusCode: 204))
    guard case .send(.visit(let visit))? = state.visit(2, two, options).last else { return #expect(Bool(false)) }
    #expect(visit.options.response == nil)
  }

  @Test("R73: after a page without Turbo the next visit is a cold boot")
  func plainPage() {
    var state = SessionState()
    _ = state.visit(1, home, VisitOptions())
    _ = state.receive(PageMessage(.turboIsReady, .init(isReady: false)))
    #expect(state.receive(PageMessage(.pageLoaded)).contains(.loaded))
    #expect(state.visit(2, two, VisitOptions()).last == .load(two, html: nil))
  }

  @Test("R68: the page's messages are decoded; others are refused, not fatal")
  func messages() throws {
    let decoder = JSONDecoder()
    let json = Data(#"["visitStarted",{"identifier":"a","visit":3,"hasCachedSnapshot":true,"timestamp":5}]"#.utf8)
    let message = try decoder.decode(PageMessage.self, from: json)
    #expect(message == PageMessage(.visitStarted, .init(identifier: "a", visit: 3, hasCachedSnapshot: true)))
    for text in [#"["other",{}]"#, "[]", "{}", #"["visitStarted",5]"#] {
      #expect(throws: DecodingError.self) { try decoder.decode(PageMessage.self, from: Data(text.utf8)) }
    }
    let names: Set = [
      "turboIsReady", "pageLoaded", "pageLoadFailed", "errorRaised", "visitProposed", "visitProposalScrollingToAnchor",
      "visitProposalRefreshingPage", "visitStarted", "visitRequestStarted", "visitRequestCompleted",
      "visitRequestFinished", "visitRequestFailed", "visitRequestFailedWithNonHttpStatusCode", "visitRendered",
      "visitCompleted", "formSubmissionStarted", "formSubmissionFinished", "pageInvalidated", "log",
    ]
    // The documents of proposals have a further message, because they are sent in parts.
    #expect(Set(PageMessage.Name.allCases.map(\.rawValue)) == names.union(["visitProposedHTML"]))
    // Messages without content change nothing that needs a visit.
    var state = ready()
    for name in PageMessage.Name.allCases { _ = state.receive(PageMessage(name)) }
    #expect(state.current?.screen == 1)
  }

  @Test("R74: messages of an earlier visit do not change the present one")
  func earlierVisit() {
    var state = ready()
    _ = state.visit(2, two, VisitOptions())
    _ = start(&state, "a")
    _ = state.visit(3, home, VisitOptions())
    for name in [PageMessage.Name.visitRequestFailed, .visitCompleted, .visitRendered] {
      _ = state.receive(PageMessage(name, .init(identifier: "a", statusCode: 500)))
    }
    #expect(state.current?.screen == 3)
    #expect(state.current?.state == .started)
  }

  @Test("R55: the redirect after a form without Turbo is proposed; a response without a redirect stays")
  func plainForm() {
    var state = ready()
    for isResultOfPost in [true, false] {
      #expect(state.posting(home) == [.formStarted(home)])
      _ = state.documentOpened()
      let content = PageMessage.Content(location: "http://localhost/two")
      let effects = state.receive(PageMessage(.pageLoaded, content), isResultOfPost: isResultOfPost)
      #expect(effects.contains(.loaded) && effects.contains(.formFinished(home)))
      let response = VisitResponse(statusCode: 200, redirected: true)
      let proposal = SessionState.Effect.proposed(two, VisitOptions(action: .replace, response: response))
      #expect(effects.contains(proposal) == !isResultOfPost)
    }
  }

  @Test("R55: a form that is sent before the page has reported its load ends the visit")
  func earlyForm() {
    var state = SessionState()
    _ = state.visit(1, home, VisitOptions())
    _ = state.documentOpened()
    #expect(state.posting(home).last == .formStarted(home))
    _ = state.documentOpened()
    let effects = state.receive(PageMessage(.pageLoaded, .init(location: "http://localhost/two")))
    let response = VisitResponse(statusCode: 200, redirected: true)
    #expect(effects.contains(.proposed(two, VisitOptions(action: .replace, response: response))))
  }

  /// The next document is then not the form's result, so its address is not proposed.
  @Test("R55: a form whose response has no document is finished")
  func keptDocument() {
    var state = ready()
    #expect(state.formKeptDocument() == [])
    _ = state.posting(home)
    #expect(state.formKeptDocument() == [.formFinished(home)])
    _ = state.documentOpened()
    let effects = state.receive(PageMessage(.pageLoaded, .init(location: "http://localhost/two")))
    #expect(!effects.contains { if case .proposed = $0 { true } else { false } })
  }

  @Test("R55: the late report of the page that has submitted a form is not the form's result")
  func lateReport() {
    var state = SessionState()
    _ = state.visit(1, home, VisitOptions())
    _ = state.documentOpened()
    _ = state.posting(home)
    let early = state.receive(PageMessage(.pageLoaded, .init(location: "http://localhost/")))
    #expect(!early.contains(.formFinished(home)))
    _ = state.documentOpened()
    let late = state.receive(PageMessage(.pageLoaded, .init(location: "http://localhost/two")))
    #expect(late.contains(.formFinished(home)))
  }

  @Test("R50: a visit whose document is replaced is repeated as a cold boot, once")
  func replacedDocument() {
    var state = ready()
    _ = state.visit(2, two, VisitOptions())
    #expect(state.documentOpened().last == .load(two, html: nil))
    #expect(state.documentOpened().isEmpty)
    let effects = state.receive(PageMessage(.pageLoaded, .init(location: "http://localhost/two")))
    #expect(effects.contains(.finished(2)))
  }

  @Test("R70: a proposal keeps the received document of another proposal")
  func documentsOfProposals() {
    var state = ready()
    _ = state.receive(PageMessage(.visitProposedHTML, .init(proposal: 2, html: "<p>")))
    func propose(_ number: Int) -> [SessionState.Effect] {
      let options = VisitOptions(response: VisitResponse(statusCode: 200))
      return state.receive(
        PageMessage(.visitProposed, .init(location: "http://localhost/two", options: options, proposal: number)))
    }
    func options(_ html: String?) -> VisitOptions {
      VisitOptions(response: VisitResponse(statusCode: 200, responseHTML: html))
    }
    #expect(propose(1) == [.proposed(two, options(nil))])
    #expect(propose(2) == [.proposed(two, options("<p>"))])
    #expect(propose(2) == [.proposed(two, options(nil))])
  }
}

extension URL {
  /// Returns a URL from its text, which must be valid.
  fileprivate func at(_ text: String) -> URL { URL(string: text) ?? self }
}

extension SessionState.Effect {
  fileprivate var isLog: Bool { if case .log = self { true } else { false } }
  fileprivate var isFailure: Bool { if case .failed = self { true } else { false } }
}
