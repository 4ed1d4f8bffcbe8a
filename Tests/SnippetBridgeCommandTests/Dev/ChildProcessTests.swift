import DSBridgeLocks
import Foundation
import Testing

@testable import SnippetBridgeCommand

@Suite(.timeLimit(.minutes(2))) struct ChildProcessTests {
  /// Runs a shell script, and returns its output and its ending.
  /// - Parameter begun: A closure that is called after the first line of output.
  private func run(
    _ script: String, begun: (ChildProcess) -> Void = { _ in }
  ) async throws -> (lines: [String], ending: ChildProcess.Ending?) {
    let lines = Mutex<[String]>([])
    let (endings, ended) = AsyncStream<ChildProcess.Ending>.makeStream()
    let (outputs, output) = AsyncStream<Void>.makeStream()
    let process = try ChildProcess(
      ["sh", "-c", script],
      line: { line in
        lines.withLock { $0.append(line) }
        output.yield()
      },
      ended: {
        ended.yield($0)
        output.finish()
      })
    for await _ in outputs {
      begun(process)
      break
    }
    for await ending in endings { return (lines.withLock { $0 }, ending) }
    return ([], nil)
  }

  @Test func outputAndStatus() async throws {
    let result = try await run("echo one; echo two >&2; exit 3")
    #expect(result.lines == ["one", "two"])
    #expect(result.ending == .exited(3))
    #expect(result.ending?.description == "ended with status 3")
  }

  /// The child keeps the pipe open.
  @Test func theEndIsReportedWhileAChildOfTheProcessRuns() async throws {
    let result = try await run("sleep 60 & echo $!; kill -9 $$")
    #expect(result.ending == .killed(signal: SIGKILL))
    #expect(result.ending?.description == "was ended by signal 9 (killed)")
    if let child = result.lines.first.flatMap({ pid_t($0) }) { kill(child, SIGKILL) }
  }

  /// The shell waits for a child, which ignores SIGTERM in the second case.
  @Test(arguments: ["sleep 60", "trap '' TERM; while true; do sleep 1; done"])
  func aSignalReachesTheWholeGroup(child: String) async throws {
    let result = try await run("(\(child)) & trap 'exit 7' TERM; echo $!; wait") { $0.signal(SIGTERM) }
    #expect(result.ending == .exited(7))
    let id = try #require(result.lines.first.flatMap { pid_t($0) })
    while isRunning(id) { await Task.yield() }
  }

  /// Returns whether a process runs. A process that nobody has waited for stays as a zombie after its end.
  private func isRunning(_ process: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
    return text.split(separator: ") ").last?.first != "Z"
  }

  @Test func anUnknownProgramIsAnError() {
    let error = #expect(throws: CommandError.self) {
      try ChildProcess(["no-such-program"], line: { _ in }, ended: { _ in })
    }
    #expect(error?.description == "no such file or directory")
  }

  /// Each process prints the name of the pipe that is its standard output, such as `pipe:[81234]`.
  @Test func noDescriptorStaysOpen() async throws {
    for _ in 0..<10 {
      let result = try await run("readlink /proc/self/fd/1")
      let pipe = try #require(result.lines.first)
      #expect(pipe.hasPrefix("pipe:["))
      // On a busy machine, the end is reported before the output has been read and closed.
      let end = ContinuousClock.now + .seconds(60)
      while isOpen(pipe), .now < end { await Task.yield() }
      #expect(!isOpen(pipe))
    }
  }

  /// Returns whether a descriptor of this process refers to a pipe.
  private func isOpen(_ pipe: String) -> Bool {
    let manager = FileManager.default
    let descriptors = (try? manager.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.contains { (try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == pipe }
  }

  @Test func aLongLineIsCut() {
    var lines = OutputSplitter()
    var found: [String] = []
    for _ in 0..<100 { lines.add(Array(repeating: UInt8(ascii: "x"), count: 1_000)[...]) { found.append($0) } }
    lines.add(Array("\nnext\n\nlast".utf8)[...]) { found.append($0) }
    lines.end { found.append($0) }
    #expect(found.map(\.utf8.count) == [OutputSplitter.longestLine, 4, 0, 4])
    #expect(found.last == "last")
  }
}
