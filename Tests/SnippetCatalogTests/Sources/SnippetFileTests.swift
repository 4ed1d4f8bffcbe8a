import DSBridgeLocks
import Foundation
import TestSupport
import Testing

@testable import SnippetCatalog

/// A folder watch whose events a test sends.
private final class FakeFolderWatch: Sendable {
  struct Gone: Error {}

  private let state = Mutex<(signal: AsyncStream<Void>.Continuation?, isGone: Bool)>((nil, false))
  private let (begun, begin) = AsyncStream<Void>.makeStream()

  @Sendable func changes(of folder: String) throws -> AsyncStream<Void> {
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let isGone = state.withLock { state in
      state.signal = signal
      return state.isGone
    }
    if isGone { throw Gone() }
    begin.yield()
    return signals
  }

  /// Waits until the file source watches the folder again. Changes before that are not reported.
  func watched() async { for await _ in begun { return } }
  func change() { _ = state.withLock { $0.signal }?.yield() }
  func end() { state.withLock { $0.signal }?.finish() }
  func setGone(_ isGone: Bool) { state.withLock { $0.isGone = isGone } }
}

/// A separate folder for each test.
private final class Folder {
  let path = NSTemporaryDirectory() + "snippets-\(UUID().uuidString)"
  var file: String { "\(path)/snippets.json" }

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String = "snippets.json") throws {
    try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
  }

  func write(ids: String..., to name: String = "snippets.json") throws {
    let snippets = ids.map { #"{ "id": "\#($0)", "target": "/" }"# }.joined(separator: ",\n")
    try write("{ \"snippets\": [\n\(snippets)] }", to: name)
  }
}

@Suite(.timeLimit(.minutes(5))) struct SnippetFileTests {
  private let folder: Folder
  private let watch = FakeFolderWatch()
  private let clock = TestClock()
  private let log = LogRecorder()

  init() throws {
    folder = try Folder()
  }

  private func file(_ origins: SnippetOrigins = []) -> SnippetFile {
    SnippetFile(
      folder.file, origins: origins, limits: SnippetLimits(), logger: log.logger,
      watch: FileWatch(folder.file, logger: log.logger, changes: watch.changes, clock: clock))
  }

  /// Reports a change, and advances the clock until the file is read.
  private func changed() async {
    watch.change()
    await clock.sleepers(1)
    clock.advance(by: FileWatch.pause)
  }

  @Test func aFileAndItsChange() async throws {
    try folder.write(ids: "a", "b")
    let reports = Reports(of: file())
    #expect(await reports.nextList() == ["a", "b"])
    try folder.write(ids: "b")
    await changed()
    #expect(await reports.nextList() == ["b"])
    #expect(await reports.end() == [])
    #expect(log.lines == [])
  }

  @Test func manyChangesAreOne() async throws {
    try folder.write(ids: "a")
    let reports = Reports(of: file())
    _ = await reports.nextList()
    watch.change()
    await clock.sleepers(1)
    try folder.write(ids: "b")
    watch.change()
    try folder.write(ids: "c")
    watch.change()
    clock.advance(by: FileWatch.pause)
    #expect(await reports.nextList() == ["c"])
    // The changes that were reported before the file was read cause no further list.
    await clock.sleepers(1)
    clock.advance(by: FileWatch.pause)
    #expect(await reports.end() == [])
  }

  @Test("A file that cannot be read leaves the last list, and the log says where it is wrong")
  func nonsense() async throws {
    try folder.write(ids: "a")
    let reports = Reports(of: file())
    _ = await reports.nextList()
    try folder.write("{ \"snippets\": [\n  { \"id\": \"b\", \"target\": 7 }\n] }")
    await changed()
    #expect(
      await log.next()
        == "cannot read the snippet file; its last snippets are kept "
        + "reason=\(folder.file), line 2, column 26: snippet \"b\", target: It is not a text.")
    try folder.write(ids: "b")
    await changed()
    #expect(await reports.nextList() == ["b"])
    #expect(await reports.end() == [])
    #expect(log.lines.count == 1)
  }

  @Test("A file goes and comes back")
  func goneAndBack() async throws {
    let reports = Reports(of: file())
    #expect(await log.next() == "the snippet file does not exist file=\(folder.file)")
    try folder.write(ids: "a")
    await changed()
    #expect(await reports.nextList() == ["a"])
    try FileManager.default.removeItem(atPath: folder.file)
    await changed()
    #expect(await log.next() == "the snippet file was removed; its last snippets are kept file=\(folder.file)")
    try folder.write(ids: "a")
    await changed()
    #expect(await reports.nextList() == ["a"])
    #expect(await reports.end() == [])
  }

  @Test("A folder goes and comes back")
  func folderGoneAndBack() async throws {
    try folder.write(ids: "a")
    let reports = Reports(of: file())
    _ = await reports.nextList()
    await watch.watched()
    watch.setGone(true)
    watch.end()
    await clock.sleepers(1)
    clock.advance(by: FileWatch.retryPause)
    #expect(await log.next()?.contains("cannot watch the folder of a file") == true)
    watch.setGone(false)
    try folder.write(ids: "b")
    await clock.sleepers(1)
    clock.advance(by: FileWatch.retryPause)
    await watch.watched()
    #expect(await reports.nextList() == ["b"])
    try folder.write(ids: "c")
    await changed()
    #expect(await reports.nextList() == ["c"])
    #expect(await reports.end() == [])
  }

  @Test("A7: a forced refresh reads it again")
  func forcedRefresh() async throws {
    try folder.write(ids: "a")
    let file = file()
    let reports = Reports(of: file)
    _ = await reports.nextList()
    file.forceRefresh()
    #expect(await reports.next() == .emptied)
    #expect(await reports.nextList() == ["a"])
    #expect(await reports.end() == [])
  }

  @Test func theLastListStaysIfARefreshCannotReadTheFile() async throws {
    try folder.write(ids: "a")
    let file = file()
    let reports = Reports(of: file)
    #expect(await reports.nextList() == ["a"])
    try folder.write("{")
    file.forceRefresh()
    while await log.next()?.contains("cannot read the snippet file") == false {}
    #expect(await reports.end() == [])
  }

  @Test func onlyOriginsThatAreNamed() async throws {
    try folder.write(
      """
      { "snippets": [{ "id": "a", "target": "https://shop.example/" }, { "id": "b", "target": "https://evil.example/" },
      { "id": "c", "target": "<p></p>", "overrides": [{ "js": "mine()" }] }] }
      """)
    let reports = Reports(of: file(["https://shop.example"]))
    #expect(await reports.nextList() == ["a", "c"])
    #expect(await log.next()?.hasSuffix("field=target origin=https://evil.example snippet=b") == true)
    #expect(await reports.end() == [])
  }

  @Test("A misspelt member is told, and the rest counts")
  func unknownMembers() async throws {
    try folder.write("{ \"snippets\": [\n  { \"id\": \"a\", \"target\": \"/\", \"visibilty\": {} }] }")
    let reports = Reports(of: file())
    #expect(await reports.nextList() == ["a"])
    #expect(
      await log.next()
        == "a part of the snippet file was ignored "
        + "reason=\(folder.file), line 2, column 44: snippet \"a\": The member \"visibilty\" is unknown.")
    #expect(await reports.end() == [])
  }

  @Test func whatIsNoFileIsRefused() async throws {
    #expect(mkfifo(folder.file, 0o600) == 0)
    let reports = Reports(of: file())
    #expect(await log.next()?.hasSuffix("is not a file.") == true)
    #expect(await reports.end() == [])
  }

  /// Waits for a log line with this text, and skips other lines. Other lines appear if the source reads the file while
  /// the test is still writing it.
  private func logged(_ text: String) async {
    while let line = await log.next(), !line.contains(text) {}
  }

  @Test("With the system's own watch: in place, by renaming, away and back, another folder", .timeLimit(.minutes(5)))
  func reality() async throws {
    try folder.write(ids: "a")
    let reports = Reports(
      of: SnippetFile(folder.file, origins: [], limits: SnippetLimits(), logger: log.logger))
    #expect(await reports.nextList() == ["a"])
    try folder.write(ids: "b")
    #expect(await reports.nextList() == ["b"])
    try folder.write(ids: "c", to: ".snippets.json.swp")
    #expect(rename("\(folder.path)/.snippets.json.swp", folder.file) == 0)
    #expect(await reports.nextList() == ["c"])
    try FileManager.default.removeItem(atPath: folder.file)
    await logged("was removed")
    try folder.write(ids: "d")
    #expect(await reports.nextList() == ["d"])
    #expect(rename(folder.path, "\(folder.path)-moved") == 0)
    await logged("was removed")
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try folder.write(ids: "e")
    #expect(await reports.nextList() == ["e"])
    // The new folder is watched as well: a change to its file is reported.
    try folder.write(ids: "f")
    #expect(await reports.nextList() == ["f"])
    #expect(await reports.end() == [])
    try FileManager.default.removeItem(atPath: "\(folder.path)-moved")
  }
}
