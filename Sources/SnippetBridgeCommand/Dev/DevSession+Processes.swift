import DSBridgeLocks
import Foundation
import SnippetBridgeCResources
import SnippetBridgeDevelopment
import SnippetBridgePlatform

/// The last lines of a process's output.
private final class OutputLines: Sendable {
  private let lines = Mutex<[String]>([])
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  func add(_ line: String) {
    lines.withLock {
      $0.append(String(line.prefix(500)))
      if $0.count > limit { $0.removeFirst() }
    }
  }

  var all: [String] { lines.withLock { $0 } }
}

/// The processes of the session: builds, and the programs that were built.
extension DevSession {
  /// A build that has not ended yet.
  struct RunningBuild {
    let process: ChildProcess
    let start: ContinuousClock.Instant
    fileprivate let output: OutputLines
    /// The task that updates the time in the status every second.
    let ticking: Task<Void, Never>

    var lastLine: String { output.all.last ?? "" }
  }

  func startBuild() {
    guard let command = program.build else {
      // Another tool has built the program.
      return handleLater(.event(.built(.succeeded(isNew: isExecutableNew))))
    }
    let output = OutputLines(limit: 2000)
    do {
      let process = try ChildProcess(
        command, line: { output.add($0) }, ended: { [input] in input.yield(.buildEnded($0, output.all)) })
      let ticking = Task { [input] in
        while !Task.isCancelled {
          try? await Task.sleep(for: .seconds(1))
          input.yield(.tick)
        }
      }
      build = RunningBuild(process: process, start: .now, output: output, ticking: ticking)
      if !terminal.isInteractive { terminal.print("Building.") }
    } catch {
      input.yield(.event(.built(.failed([Problem("\(command[0]) cannot be run: \(error)")]))))
    }
  }

  /// Returns the result of a build that has ended.
  func buildResult(_ ending: ChildProcess.Ending, _ output: [String]) -> BuildResult {
    guard ending != .exited(0) else { return .succeeded(isNew: isExecutableNew) }
    return .failed(
      BuildOutput.problems(in: output) { path, number in
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        let lines = text.split(separator: "\n", maxSplits: number, omittingEmptySubsequences: false)
        return lines.indices.contains(number - 1) ? String(lines[number - 1]) : nil
      })
  }

  /// Indicates whether the executable has changed since the last program was started.
  private var isExecutableNew: Bool {
    let version = program.version
    return version?.tv_sec != startedVersion?.tv_sec || version?.tv_nsec != startedVersion?.tv_nsec
  }

  func start(_ id: DevState.ProgramID, ports: [Int]) {
    startedVersion = program.version
    guard let (own, programs) = DevelopmentSocket.makePair() else {
      return handleLater(.event(.ended(id, how: "cannot be started: no free descriptors", lines: [])))
    }
    // Sent before the program starts, because the program reads this message before it starts its servers.
    own.send(CommandMessage.begin(ports: ports, script: String(decoding: [UInt8](embedded_dev_js), as: UTF8.self)))
    own.receive { [input] data in
      switch data.flatMap({ try? JSONDecoder().decode(ProgramMessage.self, from: $0) }) {
      case .listening(let addresses): input.yield(.event(.listening(id, addresses)))
      case .pages(let count): input.yield(.event(.pages(id, count)))
      case nil: break
      }
    }
    let output = OutputLines(limit: 200)
    var environment = ["SNIPPETBRIDGE_DEV": "1"]
    let backtrace = "SWIFT_BACKTRACE"
    if ProcessInfo.processInfo.environment[backtrace] == nil { environment[backtrace] = CrashOutput.settings }
    do {
      let process = try ChildProcess(
        [program.executable] + arguments, input: programs.descriptor, environment: environment,
        line: { [terminal] line in
          output.add(line)
          terminal.print(line)
        },
        ended: { [input, program] in
          // A message to the pages contains these lines, and has a maximum size.
          let lines = CrashOutput.summary(of: output.all, sources: program.sources) ?? output.all.suffix(50)
          input.yield(.event(.ended(id, how: "\($0)", lines: lines)))
        })
      self.programs[id] = (process, own)
      handleLater(.event(.late(id)), after: .seconds(10))
    } catch {
      input.yield(.event(.ended(id, how: "cannot be started: \(error)", lines: [])))
    }
  }

  /// Asks a program to end. Kills it if it still runs after three seconds.
  func stop(_ id: DevState.ProgramID) {
    guard let process = programs[id]?.process else { return }
    process.signal(SIGTERM)
    Task {
      try? await Task.sleep(for: .seconds(3))
      process.signal(SIGKILL)
    }
  }
}
