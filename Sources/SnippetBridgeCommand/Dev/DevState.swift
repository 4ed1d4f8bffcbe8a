import SnippetBridgeDevelopment

/// The state of `snippet-bridge dev`: which program serves, which one starts, and whether a build runs.
///
/// The state receives events and returns the actions to perform. It does no input or output itself.
struct DevState {
  /// The number of a program that was started. The first one has number 1.
  typealias ProgramID = Int

  enum Event: Sendable {
    /// Files of the package or of the program's document roots have changed.
    case changed(ChangeSet)
    /// A build has ended. `isNew` is whether the executable has changed since the program was started from it.
    case built(BuildResult)
    case listening(ProgramID, ServedAddresses)
    case pages(ProgramID, Int)
    /// A program has ended.
    /// - how: What happened, such as `ended with status 1`.
    /// - lines: The last lines of its output, or after a crash its reason and the program's functions.
    case ended(ProgramID, how: String, lines: [String])
    /// A program has not listened within ten seconds.
    case late(ProgramID)
    /// The user has asked for a restart.
    case restart
    /// The user has asked for the browser.
    case open
    /// The user has asked to quit.
    case quit
  }

  enum Action: Equatable {
    case build
    case interruptBuild
    /// Starts a program. `ports` are the ports of the program that it replaces.
    case start(ProgramID, ports: [Int])
    /// Asks a program to end.
    case stop(ProgramID)
    /// Ends all processes at once.
    case killAll
    case send(CommandMessage, to: ProgramID)
    /// Answers requests in place of a program that has ended. If this happens already, replaces the problems.
    case standIn(ServedAddresses, [Problem])
    case endStandIn
    case watch(roots: [String])
    case openBrowser(url: String)
    case report(Report)
    case exit
  }

  /// A line for the terminal.
  enum Report: Equatable {
    case problems([Problem])
    /// The program that was started does not listen yet.
    case late
    case repaired
    case changed([String])
  }

  /// Indicates whether to stop a program before the next one starts, for programs that use something exclusively.
  let stopsFirst: Bool
  /// Indicates whether to open the browser when the program listens for the first time.
  private var opensBrowser: Bool
  private(set) var isBuilding = false
  private var buildsAgain = false
  private(set) var serving: ProgramID?
  private var starting: ProgramID?
  /// The programs that were asked to end.
  private var stopping: Set<ProgramID> = []
  /// Indicates whether to start a program when all stopped programs have ended.
  private var startsLater = false
  private var lastProgram = 0
  private(set) var addresses: ServedAddresses?
  private(set) var pages = 0
  /// The errors of the last build.
  private var buildProblems: [Problem] = []
  /// The problem with the output of the last program that has ended by itself. Empty as soon as a program listens.
  private var programProblems: [Problem] = []
  private(set) var isQuitting = false

  init(stopsFirst: Bool = false, opensBrowser: Bool = false) {
    self.stopsFirst = stopsFirst
    self.opensBrowser = opensBrowser
  }

  /// Returns the actions at the beginning.
  mutating func begin() -> [Action] { build() }

  var problems: [Problem] { buildProblems + programProblems }

  /// Handles an event, and returns the actions to perform in this order.
  mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .quit: return quit()
    case _ where isQuitting: return endedWhileQuitting(event)
    case .changed(let changes): return changed(changes)
    case .built(let result): return built(result)
    case .listening(let id, let addresses): return listening(id, addresses)
    case .pages(let id, let count):
      if id == serving { pages = count }
      return []
    case .ended(let id, let how, let lines): return ended(id, how, lines)
    case .late(let id): return id == starting ? [.report(.late)] : []
    case .restart: return stopServing() + (isBuilding ? [] : start())
    case .open: return addresses.flatMap(\.urls.first).map { [.openBrowser(url: $0)] } ?? []
    }
  }

  // MARK: Builds

  private mutating func build() -> [Action] {
    isBuilding = true
    return [.build]
  }

  private mutating func changed(_ changes: ChangeSet) -> [Action] {
    var actions: [Action] = []
    if !changes.documents.isEmpty {
      actions.append(.report(.changed(changes.documents)))
      // After so many changes, such as those of another branch, it does not matter which page uses which file.
      let message = changes.documents.count > 500 ? CommandMessage.reload : .changed(paths: changes.documents)
      if let serving { actions.append(.send(message, to: serving)) }
    }
    guard changes.needsBuild else { return actions }
    guard isBuilding else { return actions + build() }
    buildsAgain = true
    return actions + [.interruptBuild]
  }

  private mutating func built(_ result: BuildResult) -> [Action] {
    isBuilding = false
    if buildsAgain {
      buildsAgain = false
      return build()
    }
    switch result {
    case .failed(let problems):
      buildProblems = problems
      return [.report(.problems(problems))] + showProblems()
    case .succeeded(let isNew):
      let wasBroken = !buildProblems.isEmpty
      buildProblems = []
      let actions = wasBroken ? [.report(.repaired)] + showProblems() : []
      // A program that has ended by itself starts again, because its files may have been repaired.
      return actions + (isNew || (serving ?? starting) == nil ? start() : [])
    }
  }

  /// Returns the action that shows the problems in the pages.
  private func showProblems() -> [Action] {
    if let serving { return [.send(.problems(problems), to: serving)] }
    return addresses.map { [.standIn($0, problems)] } ?? []
  }

  // MARK: Programs

  private mutating func start() -> [Action] {
    var actions: [Action] = []
    if let starting {
      actions.append(stop(starting))
      self.starting = nil
    }
    if stopsFirst { actions += stopServing() }
    guard serving != nil || stopping.isEmpty else {
      startsLater = true
      return actions
    }
    startsLater = false
    lastProgram += 1
    starting = lastProgram
    // Sent before the new program starts. If it were sent at the handover, a page might reload before it arrives.
    if let serving { actions.append(.send(.restarting, to: serving)) }
    return actions + [.start(lastProgram, ports: addresses?.listeners.map(\.port) ?? [])]
  }

  private mutating func stop(_ id: ProgramID) -> Action {
    stopping.insert(id)
    return .stop(id)
  }

  private mutating func stopServing() -> [Action] {
    guard let serving else { return [] }
    self.serving = nil
    return [.send(.restarting, to: serving), stop(serving)]
  }

  private mutating func listening(_ id: ProgramID, _ addresses: ServedAddresses) -> [Action] {
    guard id == starting else { return [] }
    starting = nil
    programProblems = []
    self.addresses = addresses
    pages = 0
    var actions = stopServing() + [.endStandIn, .watch(roots: addresses.roots)]
    serving = id
    if !buildProblems.isEmpty { actions += showProblems() }
    if opensBrowser, let url = addresses.urls.first {
      opensBrowser = false
      actions.append(.openBrowser(url: url))
    }
    return actions
  }

  private mutating func ended(_ id: ProgramID, _ how: String, _ lines: [String]) -> [Action] {
    if stopping.remove(id) != nil { return startsLater && stopping.isEmpty ? start() : [] }
    guard id == serving || id == starting else { return [] }
    let hadStarted = id == serving
    if hadStarted { serving = nil } else { starting = nil }
    // ArgumentParser ends a program with this status, EX_USAGE. A change of the sources does not help.
    let advice =
      how == "ended with status 64" ? ["Press q, and start snippet-bridge dev with other options after --."] : []
    programProblems = [
      Problem("The program \(how)\(hadStarted ? "." : " before it served pages.")", lines: lines + advice)
    ]
    // The next program is starting already.
    guard starting == nil else { return [] }
    return [.report(.problems(programProblems))] + showProblems()
  }

  // MARK: The end

  private mutating func quit() -> [Action] {
    // The second time, the user does not want to wait any longer.
    guard !isQuitting else { return [.killAll, .exit] }
    isQuitting = true
    let running = [serving, starting].compactMap(\.self)
    var actions: [Action] = isBuilding ? [.interruptBuild] : []
    for id in running { actions.append(stop(id)) }
    return actions + [.endStandIn] + exitIfDone()
  }

  private mutating func endedWhileQuitting(_ event: Event) -> [Action] {
    switch event {
    case .ended(let id, _, _): stopping.remove(id)
    case .built: isBuilding = false
    default: return []
    }
    return exitIfDone()
  }

  private func exitIfDone() -> [Action] { stopping.isEmpty && !isBuilding ? [.exit] : [] }
}
