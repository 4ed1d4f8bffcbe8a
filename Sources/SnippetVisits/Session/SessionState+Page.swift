import Foundation

/// The handling of messages and events from a session's page.
extension SessionState {
  /// - Parameter isResultOfPost: whether the document is the direct response to a form's POST request, not the target
  ///   of a redirect.
  mutating func receive(_ message: PageMessage, isResultOfPost: Bool = false) -> [Effect] {
    let content = message.content
    switch message.name {
    case .turboIsReady:
      isTurboReady = content.isReady == true
      return []
    case .pageLoaded: return pageLoaded(message, isResultOfPost)
    case .pageLoadFailed: return isInitialized ? [] : fail(.load(.notPresent))
    case .visitProposedHTML: return collect(content)
    case .visitProposed: return propose(message)
    case .visitProposalScrollingToAnchor, .visitProposalRefreshingPage:
      return [.log("\(message.name.rawValue): \(content.location ?? "")")]
    case .visitStarted: return visitStarted(content)
    case .formSubmissionStarted:
      // Turbo stops its visit before it sends a form, so the visit is cancelled here too.
      return cancel() + (message.url.map { [.formStarted($0)] } ?? [])
    case .formSubmissionFinished: return message.url.map { [.formFinished($0)] } ?? []
    case .pageInvalidated: return invalidate(content.reason)
    case .errorRaised: return [.log("an error in the page: \(content.error ?? "")")]
    case .log: return [.log(content.message ?? "")]
    default: break
    }
    guard let identifier = content.identifier, current?.identifier == identifier else { return others(message) }
    return continueVisit(message)
  }

  /// Handles a message about a visit that the page has started itself, such as a refresh.
  private func others(_ message: PageMessage) -> [Effect] {
    let isFormer = message.content.identifier.map(isFormer) == true
    guard message.name == .visitRendered, !isFormer, let active else {
      return [.log("\(message.name.rawValue) of a visit that Swift has not started, or has cancelled")]
    }
    return [.present(active, message.url, title: message.content.title)]
  }

  private mutating func visitStarted(_ content: PageMessage.Content) -> [Effect] {
    guard let identifier = content.identifier, let number = content.visit else { return [] }
    guard let visit = current, number == visit.number else {
      rememberIdentifier(identifier)
      return []
    }
    current?.identifier = identifier
    guard visit.state == .started else {
      // The visit was cancelled before Turbo started it. Turbo has started it now, so it is cancelled in the page too.
      return visit.state == .canceled ? [.send(.cancel(identifier: identifier))] : []
    }
    let isQuiet = content.hasCachedSnapshot == true || content.isPageRefresh == true
    return isQuiet ? [] : [.showIndicator(visit.screen)]
  }

  private mutating func continueVisit(_ message: PageMessage) -> [Effect] {
    guard let visit = current, visit.state == .started || visit.state == .completed else { return [] }
    let content = message.content
    switch message.name {
    case .visitRequestStarted: return startRequest()
    case .visitRequestFinished: return finishRequest()
    case .visitRequestFailed:
      isInitialized = false
      return fail(HotwireNativeError(turboStatusCode: content.statusCode ?? 0))
    case .visitRequestFailedWithNonHttpStatusCode:
      let error = HotwireNativeError(turboStatusCode: content.statusCode ?? 0)
      if case .load = error { return fail(error) }
      return retry() ?? fail(error)
    case .visitCompleted:
      guard visit.state == .started else { return [] }
      current?.state = .completed
      if let identifier = content.restorationIdentifier { restorationIdentifiers[visit.screen] = identifier }
      return finishRequest() + [.finished(visit.screen)]
    case .visitRendered:
      current?.isRendered = true
      return [.hideIndicator(visit.screen), .present(visit.screen, message.url, title: content.title)]
        + [.rendered(visit.screen)]
    default: return []
    }
  }

  /// Repeats the visit as a cold boot after its request has failed. Returns `nil` if the visit was already repeated.
  private mutating func retry() -> [Effect]? {
    guard let visit = current, visit.state == .started, !visit.isRetry else { return nil }
    rememberIdentifier(visit.identifier)
    current?.isRetry = true
    current?.isColdBoot = true
    current?.identifier = nil
    return boot()
  }

  private mutating func pageLoaded(_ message: PageMessage, _ isResultOfPost: Bool) -> [Effect] {
    isInitialized = isTurboReady
    let content = message.content
    guard let visit = current, visit.isColdBoot, visit.state == .started else {
      // The page has navigated without a visit, for example by a form that it has sent without Turbo.
      guard let active else { return [.loaded] }
      let effects: [Effect] = [.present(active, message.url, title: content.title), .rendered(active), .loaded]
      // If the response's document has not opened yet, this is a late message from the document that has sent the form.
      guard let form = posted?.url, posted?.hasResponse == true else { return effects }
      posted = nil
      guard !isResultOfPost, let url = message.url else { return effects + [.formFinished(form)] }
      // The path configuration may show the target of the redirect on another stack, so the target is proposed as a
      // visit.
      let response = VisitResponse(statusCode: 200, redirected: true)
      return effects + [.formFinished(form), .proposed(url, VisitOptions(action: .replace, response: response))]
    }
    if let identifier = content.restorationIdentifier, !identifier.isEmpty {
      restorationIdentifiers[visit.screen] = identifier
    }
    current?.state = .completed
    current?.isRendered = true
    return finishRequest() + [
      .hideIndicator(visit.screen), .present(visit.screen, message.url, title: content.title),
      .rendered(visit.screen), .loaded, .finished(visit.screen),
    ]
  }

  /// Handles a form that the page sends without Turbo.
  mutating func posting(_ url: URL) -> [Effect] {
    posted = (url, hasResponse: false)
    // During a cold boot, the page can send a form before it has reported its load. The cold boot is then cancelled,
    // because the next load is the form's result.
    return cancel() + [.formStarted(url)]
  }

  /// Handles a response to a form of ``posting(_:)`` that has no document.
  mutating func formKeptDocument() -> [Effect] {
    guard let form = posted, !form.hasResponse else { return [] }
    posted = nil
    return [.formFinished(form.url)]
  }

  /// Handles a failed load of a document.
  mutating func loadFailed(statusCode: Int?, message: String) -> [Effect] {
    guard let visit = current, visit.isColdBoot, visit.state == .started else { return [] }
    isInitialized = false
    if let statusCode { return fail(HotwireNativeError(turboStatusCode: statusCode)) }
    return retry() ?? fail(.web(WebError(cause: .other, message: message)))
  }

  /// Handles a redirect of a cold boot to another origin, which the iframe does not follow.
  mutating func redirectedElsewhere(to url: URL) -> [Effect] { cancel() + [.redirectedElsewhere(url)] }

  /// Handles a new document. If no cold boot has requested it, the page has navigated by itself. The previous document
  /// then no longer performs the current visit.
  mutating func documentOpened() -> [Effect] {
    posted?.hasResponse = true
    if let visit = current, visit.isColdBoot, visit.state == .started { return [] }
    isInitialized = false
    isTurboReady = false
    return retry() ?? cancel()
  }

  /// Handles the loss of the page: its document has crashed, or has not reconnected in time.
  mutating func pageEnded() -> [Effect] {
    isInitialized = false
    isTurboReady = false
    let screen = current.flatMap { $0.state == .started ? $0.screen : nil } ?? topmost
    let effects = cancel() + [.terminated]
    guard let screen else { return effects }
    guard visible.contains(screen) else {
      isContentStale = true
      return effects
    }
    return effects + [.reload(screen)]
  }

  /// Loads the page again after Turbo could not render it into the current document.
  private mutating func invalidate(_ reason: String?) -> [Effect] {
    let screen = current.flatMap { $0.isRendered ? nil : $0.screen } ?? topmost
    isInitialized = false
    let log = Effect.log("Turbo loads the page again: \(reason ?? "its document cannot show it")")
    return [log] + (screen.map { [.reload($0)] } ?? [])
  }

  // MARK: Proposals

  private mutating func collect(_ content: PageMessage.Content) -> [Effect] {
    guard let number = content.proposal, let part = content.html else { return [] }
    if html?.proposal != number { html = (number, "") }
    guard let size = html?.text.utf8.count, size + part.utf8.count <= Self.longestHTML else {
      html = nil
      return [.log("a proposal's document is too large")]
    }
    html?.text += part
    return []
  }

  /// The maximum size of a proposal's document, in bytes.
  static let longestHTML = 16 << 20

  private mutating func propose(_ message: PageMessage) -> [Effect] {
    let content = message.content
    guard let url = message.url else { return [.log("a proposal has no valid address")] }
    let given = content.options ?? VisitOptions()
    let document = html.flatMap { $0.proposal == content.proposal ? $0.text : nil }
    if document != nil { html = nil }
    let response = given.response.map {
      VisitResponse(statusCode: $0.statusCode, redirected: $0.redirected, responseHTML: document)
    }
    let options = VisitOptions(action: given.action, response: response)
    proposal = content.proposal.map { ($0, url, options) }
    return [.proposed(url, options)]
  }
}
