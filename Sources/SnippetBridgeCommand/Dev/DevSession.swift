import Foundation
import SnippetBridgeDevelopment
import SnippetBridgePlatform

/// A run of `snippet-bridge dev`. It performs the actions of a ``DevState``, and passes events to it.
actor DevSession {
  /// An input that the session handles.
  enum Input: Sendable {
    case event(DevState.Event)
    /// Files have changed. An empty array means that changes may have been missed.
    case files([String])
    /// The quiet time after the change with this number has passed. Further changes may have occurred in the meantime.
    case quiet(Int)
    /// A build has ended, with these lines of output.
    case buildEnded(ChildProcess.Ending, [String])
    /// A second has passed during a build.
    case tick
  }

  let program: WatchedProgram
  let arguments: [String]
  /// Indicates whether a window of Chromium without browser controls shows the page, instead of the usual browser.
  private let opensApp: Bool
  let terminal = Terminal()
  private let watch: TreeWatch
  private let inputs: AsyncStream<Input>
  let input: AsyncStream<Input>.Continuation
  var state: DevState
  private var folders: WatchedFolders
  /// The changed files that were not handled yet.
  private var changedFiles: [String] = []
  private var changeCount = 0
  /// The programs that have not ended, including those that were asked to end.
  var programs: [DevState.ProgramID: (process: ChildProcess, socket: DevelopmentSocket)] = [:]
  /// The version of the executable from which the last program was started.
  var startedVersion: timespec?
  var build: RunningBuild?
  /// The duration of the last build.
  private var buildTime: Duration?
  private var standIn: StandIn?

  init(_ program: WatchedProgram, arguments: [String], state: DevState, opensApp: Bool) throws {
    self.program = program
    self.arguments = arguments
    self.state = state
    self.opensApp = opensApp
    (inputs, input) = AsyncStream.makeStream()
    watch = try TreeWatch()
    folders = WatchedFolders(sources: program.sources)
  }

  /// Runs until the user quits.
  func run() async throws {
    // A write to a program that has ended must not end this process.
    Glibc.signal(SIGPIPE, SIG_IGN)
    for source in program.sources { try watch.add(source) }
    let keys: [Character: DevState.Event] = ["r": .restart, "o": .open, "q": .quit]
    let restoreTerminal = terminal.readKeys { [input] key in
      if let event = keys[key] { input.yield(.event(event)) }
    }
    let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
      Glibc.signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [input] in input.yield(.event(.quit)) }
      source.activate()
      return source
    }
    let changes = Task { [watch, input] in
      for await files in watch.changed { input.yield(.files(files)) }
    }
    defer {
      changes.cancel()
      for source in signals { source.cancel() }
      terminal.show(status: "")
      restoreTerminal()
    }
    await perform(state.begin())
    for await input in inputs {
      switch input {
      case .event(let event):
        if case .ended(let id, _, _) = event { programs[id] = nil }
        if await perform(state.handle(event)) { return }
      case .buildEnded(let ending, let output):
        buildTime = build.map { .now - $0.start }
        build?.ticking.cancel()
        build = nil
        if await perform(state.handle(.built(buildResult(ending, output)))) { return }
      case .files(let files): collect(files)
      case .quiet(let number): if number == changeCount { await handleChanges() }
      case .tick: break
      }
      showStatus()
    }
  }

  // MARK: Changes of files

  /// The time without changes after which changes are handled.
  private static let quietTime: Duration = .milliseconds(40)

  /// Collects changes until no more files change, because editors and tools write several files at once.
  private func collect(_ files: [String]) {
    guard !files.isEmpty else { return handleLater(.event(.changed(ChangeSet(needsBuild: true)))) }
    changedFiles += files
    changeCount += 1
    // Files that change continuously, such as logs, must not delay other changes forever.
    handleLater(.quiet(changeCount), after: changedFiles.count < 1000 ? Self.quietTime : nil)
  }

  /// Handles an input after the current one, or after a time.
  func handleLater(_ next: Input, after time: Duration? = nil) {
    guard let time else {
      input.yield(next)
      return
    }
    Task { [input] in
      try? await Task.sleep(for: time)
      input.yield(next)
    }
  }

  private func handleChanges() async {
    let changes = folders.changes(of: changedFiles)
    changedFiles = []
    if !changes.isEmpty { await perform(state.handle(.changed(changes))) }
  }

  // MARK: Actions

  /// Performs actions. Returns whether the session ends.
  @discardableResult
  private func perform(_ actions: [DevState.Action]) async -> Bool {
    for action in actions {
      switch action {
      case .build: startBuild()
      case .interruptBuild: build?.process.signal(SIGINT)
      case .start(let id, let ports): start(id, ports: ports)
      case .stop(let id): stop(id)
      case .killAll:
        build?.process.signal(SIGKILL)
        for program in programs.values { program.process.signal(SIGKILL) }
      case .send(let message, let id): programs[id]?.socket.send(message)
      case .standIn(let addresses, let problems): await beginStandIn(at: addresses, problems)
      case .endStandIn:
        await standIn?.stop()
        standIn = nil
      case .watch(let roots):
        folders.roots = roots.map(WatchedProgram.resolved)
        for root in folders.roots {
          do { try watch.add(root) } catch { terminal.print("\(error)", .red) }
        }
      case .openBrowser(let url): open(url)
      case .report(let report): terminal.print(report)
      case .exit: return true
      }
    }
    return false
  }

  private func beginStandIn(at addresses: ServedAddresses, _ problems: [Problem]) async {
    if let standIn { return standIn.show(problems) }
    let standIn = StandIn(at: addresses, problems: problems)
    do {
      try await standIn.start()
      self.standIn = standIn
    } catch {
      terminal.print("The pages cannot show the problems: \(error)", .red)
    }
  }

  private func open(_ url: String) {
    let commands = opensApp ? ["chromium", "google-chrome"].map { [$0, "--app=\(url)"] } : [["xdg-open", url]]
    guard let command = commands.first(where: { Executable($0[0]) != nil }) else {
      let package = opensApp ? "chromium" : "xdg-utils"
      return terminal.print("Cannot open a browser. Install one: apt install \(package)", .red)
    }
    _ = try? ChildProcess(command, line: { _ in }, ended: { _ in })
  }

  private func showStatus() {
    guard terminal.isInteractive else { return }
    terminal.show(
      status: Terminal.status(
        of: state, building: build.map { (.now - $0.start, $0.lastLine) }, built: buildTime, width: terminal.width))
  }
}
