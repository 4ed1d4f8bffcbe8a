import Foundation
import Testing

@testable import SnippetBridge

/// Part files of downloads whose process ended before they were complete.
@Suite(.timeLimit(.minutes(5))) struct DownloadLeftoverTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "DownloadLeftoverTests-\(UUID())")

  private func names() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  private func write(_ names: String...) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in names { try Data("abc".utf8).write(to: folder.appending(path: name)) }
  }

  @Test func theyAreRemovedWhenTheServerStarts() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let others = [
      "1700000000000_a.txt", "1700000000000_whole.part", ".2024_report.part", ".a.part", ".1700000000000.part",
      ".x1700000000000_a.part",
    ]
    try write(".1700000000000_a.txt.part", ".1700000000000_a-2.txt.part")
    for name in others { try write(name) }
    let link = ".1700000000000_link.part"
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: link).path, withDestinationPath: ".a.part")
    try await TestServer.run(configure: { $0.downloads = Downloads(folder: folder.path) }) { _ async throws in
      #expect(names() == (others + [link]).sorted())
    }
  }

  /// The name of a complete download may also end in `.part`.
  @Test func aCompleteDownloadCalledAPartStaysAndCounts() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let target = DownloadFolder(path: folder.path)
    let room = (room: DownloadRoom(), limit: 5000)
    let body = AsyncStream<[UInt8]> { continuation in
      continuation.yield(Array("abc".utf8))
      continuation.finish()
    }
    guard case .completed = await target.save(body, as: "x.part", within: room).state else { throw CancellationError() }
    #expect(PartFile.removeLeftovers(in: folder.path, olderThan: .distantFuture) == 0)
    #expect(names().count == 1)
    // A new `DownloadRoom`, such as that of another process, counts the file again.
    #expect(DownloadRoom().take(904, of: 5000, in: folder.path))
    #expect(!DownloadRoom().take(905, of: 5000, in: folder.path))
  }

  @Test func whatIsBeingWrittenStays() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (body, sender) = AsyncStream<[UInt8]>.makeStream()
    let download = DownloadFolder(path: folder.path).save(body, as: "a.txt")
    sender.yield([1])
    for await progress in download.progressUpdates where progress.bytes == 1 { break }
    try write(".1700000000000_b.part")
    #expect(PartFile.removeLeftovers(in: folder.path, olderThan: .distantFuture) == 1)
    #expect(names().count == 1)
    sender.finish()
    guard case .completed = await download.state else { throw CancellationError() }
  }

  @Test func whatIsNewerThanTheProcessStays() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let start = Date() - 60
    try write(".1700000000000_b.part")
    #expect(PartFile.removeLeftovers(in: folder.path, olderThan: start) == 0)
    #expect(PartFile.removeLeftovers(in: folder.path + "/nowhere", olderThan: start) == 0)
  }
}
