import Foundation
import SnippetBridge
import SnippetBridgeDevelopment

/// The part of the pages in a replay.
///
/// The steps of all pages are played one after another, in the order of the recording.
actor ReplayPlayer {
  /// An event of a page, or the end of a wait.
  private enum Event: Sendable {
    case line(page: Int, String)
    case answer(page: Int, call: Int, Result<String, CallFailure>)
    case broken(page: Int, String)
    case deadline(UUID)
  }

  private let recording: Recording
  let access: PageAccess
  let translation: ReplayTranslation
  let ignored: IgnoredValues
  let timeLimit: Duration
  private let cookies = CookieJar(header: "")
  private let events: AsyncStream<Event>
  private let sink: AsyncStream<Event>.Continuation

  var pages: [Int: ReplayedPage] = [:]
  /// The shells that were opened, by their pages' numbers.
  var shells: [Int: ReplayedShell] = [:]
  var tabs: [Int: TestPage] = [:]
  /// The tabs of the pages, by the pages' numbers.
  var tabOfPage: [Int: Int] = [:]
  /// The pages that the tabs show, by the tabs' numbers.
  var shown: [Int: Int] = [:]
  /// The lines of Swift that pages wait for.
  private var awaited: [(page: Int, place: ReplayedPage.Place)] = []
  var differences: [ReplayDifference] = []
  /// The first recorded answer to each page function, for calls of ignored functions.
  private var usualAnswers: [String: WireLine] = [:]

  init(
    _ recording: Recording, at url: URL, access: PageAccess, ignoring ignored: IgnoredValues,
    secrets: [String: String], timeLimit: Duration
  ) {
    self.recording = recording
    self.access = access
    self.ignored = ignored
    self.timeLimit = timeLimit
    translation = ReplayTranslation(recording, to: url, secrets: secrets)
    (events, sink) = AsyncStream.makeStream()
    for (page, steps) in Dictionary(grouping: recording.steps, by: \.page) {
      let replayed = ReplayedPage(steps, ignoring: ignored)
      pages[page] = replayed
      for case .fromPage(let wire) in steps.map(\.content) where wire.verb == "return" || wire.verb == "throw" {
        guard let channel = wire.reference.flatMap(replayed.channel(ofInvocation:)) else { continue }
        let name = replayed.name(of: channel)
        if usualAnswers[name] == nil { usualAnswers[name] = wire }
      }
    }
  }

  /// Plays the recording and returns the differences.
  /// - Parameter opened: A closure that is called with the id of each new tab's web view.
  func run(opened: @Sendable (String) async throws -> Void) async throws -> [ReplayDifference] {
    do {
      for step in recording.steps {
        try await play(step, opened: opened)
        if pages[step.page]?.lastLine == step.line { await compareShell(step.page) }
      }
      awaited += pages.filter { shown.values.contains($0.key) }.flatMap { page, replayed in
        replayed.finalLines.map { (page, $0) }
      }
      await waitForSwift()
    } catch {
      await close()
      throw error
    }
    await close()
    return differences
  }

  private func close() async {
    for tab in tabs.values { await tab.close() }
    sink.finish()
  }

  private func play(_ step: Recording.Step, opened: @Sendable (String) async throws -> Void) async throws {
    switch step.content {
    case .fromSwift(let wire) where wire.name == "shell" && shells[step.page] != nil:
      shells[step.page]?.record(translation.toSwift(wire.json ?? "", function: nil), line: step.line)
    // A page that is not shown could not be opened.
    case .fromSwift(let wire) where shown.values.contains(step.page):
      if let place = pages[step.page]?.awaited(wire) { awaited.append((step.page, place)) }
    case .fromSwift: break
    case .opened(let tab, let address, let iframe):
      await waitForSwift()
      let url = translation.url(address)
      if pages[step.page]?.showsShell == true {
        shells[step.page] = shown[tab].flatMap { shells[$0]?.reloaded } ?? ReplayedShell()
      }
      try await open(step.page, in: tab, at: url, iframe: iframe, line: step.line, opened: opened)
    case .closed(let tab):
      await waitForSwift()
      await tabs.removeValue(forKey: tab)?.close()
      if let page = shown.removeValue(forKey: tab) { awaited.removeAll { $0.page == page } }
    case .fromPage(let wire):
      await waitForSwift()
      if wire.isOfShell, shells[step.page] != nil {
        try await sendToShell(wire, of: step.page, line: step.line)
      } else {
        await send(wire, of: step.page)
      }
    }
  }

  // MARK: The page's lines

  private func open(
    _ page: Int, in tab: Int, at address: URL, iframe: String?, line: Int,
    opened: @Sendable (String) async throws -> Void
  ) async throws {
    if let left = shown[tab] { awaited.removeAll { $0.page == left } }
    shown[tab] = page
    tabOfPage[page] = tab
    if let known = tabs[tab] {
      await listen(to: known, page)
      return try await known.navigate(isReady: false) { $0.push(address, document: $1) }
    }
    if let iframe, let shell = shells.first(where: { $0.value.contains(iframe: iframe) })?.key {
      return try await open(page, in: tab, at: address, iframe: iframe, ofShell: shell, line: line, opened: opened)
    }
    let new = try TestPage(address, iframe: iframe, access: access, cookies: cookies, timeLimit: timeLimit)
    tabs[tab] = try await new.begin(isReady: false, isConnected: false)
    await new.forgetMessages()
    await listen(to: new, page)
    try await new.connect()
    if let id = await new.webView { try await opened(id) }
  }

  func listen(to tab: TestPage, _ page: Int) async {
    await tab.play { [sink] in sink.yield(.line(page: page, $0)) }
  }

  /// Returns the tab of a page, or `nil` if the tab shows another page by now.
  func tab(showing page: Int) -> TestPage? {
    tabOfPage[page].flatMap { shown[$0] == page ? tabs[$0] : nil }
  }

  private func send(_ wire: WireLine, of page: Int) async {
    guard let tab = tab(showing: page), let number = wire.number, let replayed = pages[page] else { return }
    var live = wire
    live.json = wire.json.map { translation.toSwift($0, function: wire.name) }
    switch wire.verb {
    case "cancel":
      guard let call = wire.reference.flatMap({ replayed.liveNumbers[$0] }) else { return }
      live.reference = call
    case "return", "throw":
      guard let recorded = wire.reference, let channel = replayed.channel(ofInvocation: recorded) else { return }
      // Calls of an ignored function are answered when they arrive. Without a call, there is nothing to answer.
      guard !replayed.isIgnored(channel), let id = replayed.liveInvocation(of: recorded) else { return }
      live.reference = id
    default: break
    }
    guard wire.verb == "call", let name = wire.name else {
      pages[page]?.sent(number, as: await tab.play(live))
      return
    }
    // The answer is awaited with the other lines of Swift, because other pages may act before it.
    Task { [sink, json = live.json ?? "null"] in
      do {
        sink.yield(.answer(page: page, call: number, .success(try await tab.callText(name, json))))
      } catch let failure as CallFailure {
        sink.yield(.answer(page: page, call: number, .failure(failure)))
      } catch {
        sink.yield(.broken(page: page, "\(name): \(error)"))
      }
    }
  }

  /// Answers a call of an ignored page function with the first answer of this function in the recording. Answers a call
  /// of a function that the recording does not contain with an error, so that Swift does not wait for it.
  private func answerUnrecorded(_ wire: WireLine, _ id: Int, of page: Int) async {
    guard let replayed = pages[page], let channel = ReplayedPage.channel(of: wire, call: nil),
      let tab = tabOfPage[page].flatMap({ tabs[$0] })
    else { return }
    guard replayed.expects(channel) else {
      let error =
        #"{"message":"The recording does not contain this call.","name":"Error","stack":"","code":"notFound"}"#
      _ = await tab.play(WireLine(verb: "throw", reference: id, json: error))
      return
    }
    guard replayed.isIgnored(channel), var answer = usualAnswers[replayed.name(of: channel)] else { return }
    answer.reference = id
    answer.json = answer.json.map { translation.toSwift($0, function: nil) }
    _ = await tab.play(answer)
  }

  // MARK: Swift's lines

  /// Waits for the recorded lines of Swift that precede the next step. Reports the lines that do not arrive in time.
  private func waitForSwift() async {
    let isComplete = await wait {
      awaited.removeAll { pages[$0.page]?.hasArrived($0.place) == true }
      return awaited.isEmpty
    }
    guard !isComplete else { return }
    differences += awaited.compactMap { pages[$0.page]?.missing($0.place) }
    awaited = []
  }

  /// Handles events until a condition holds. Returns `false` if the time limit passes before.
  func wait(until isDone: () -> Bool) async -> Bool {
    guard !isDone() else { return true }
    let wait = UUID()
    let watchdog = Task { [sink, timeLimit] in
      try await Task.sleep(for: timeLimit, clock: .continuous)
      sink.yield(.deadline(wait))
    }
    defer { watchdog.cancel() }
    for await event in events {
      if case .deadline(wait) = event { return false }
      await handle(event)
      if isDone() { return true }
    }
    return false
  }

  private func handle(_ event: Event) async {
    switch event {
    case .deadline: break
    case .broken(let page, let text):
      awaited.removeAll { $0.page == page }
      differences.append(.init(line: nil, text: text))
    case .answer(let page, let call, let answer):
      pages[page]?.sent(call, as: -call)
      differences += pages[page]?.arrive(WireLine(call: -call, answer.map(translation.toRecorded))) ?? []
    case .line(let page, let text):
      guard var wire = WireLine(Array(text.utf8)[...], isOfPage: false) else { return }
      if wire.isOfShell, shells[page] != nil {
        shells[page]?.receive(wire.json ?? "")
        return
      }
      wire.json = wire.json.map(translation.toRecorded)
      differences += pages[page]?.arrive(wire) ?? []
      if wire.isInvocation, let id = wire.reference { await answerUnrecorded(wire, id, of: page) }
    }
  }
}
