import Foundation
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// The limit for the total size of the download folder.
@Suite(.timeLimit(.minutes(5))) struct DownloadRoomTests {
  /// Runs `body` with the folder, a client and the states of the finished downloads.
  private func run(
    limit: Int,
    _ body: (_ folder: URL, _ client: HandmadeClient, _ ends: AsyncStream<DownloadState>) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "DownloadRoomTests-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (ends, teller) = AsyncStream<DownloadState>.makeStream()
    var downloads = Downloads(folder: folder.path) { state, _ in teller.yield(state) }
    downloads.maximumTotalSize = limit
    try await TestServer.run(configure: { $0.downloads = downloads }) { test async throws in
      var client = HandmadeClient(test)
      _ = try await client.hello()
      try await body(folder, client, ends)
    }
  }

  private func names(in folder: URL) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  }

  private func send(_ size: Int, _ client: HandmadeClient) async throws -> Int {
    try await client.post("/_bridge/download?name=a", String(repeating: "x", count: size)).status
  }

  @Test func whatWouldBeTooMuchFailsAndLeavesNothing() async throws {
    try await run(limit: 100_000) { folder, client, ends async throws in
      #expect(try await send(60_000, client) == 204)
      #expect(try await send(40_001, client) == 507)
      #expect(names(in: folder).count == 1)
      #expect(try await send(40_000, client) == 204)
      #expect(try await send(1, client) == 507)
      #expect(names(in: folder).count == 2)
      var iterator = ends.makeAsyncIterator()
      _ = await iterator.next()
      guard case .failed(let error)? = await iterator.next() else { throw TestPageError.violation("it was saved") }
      #expect((error as? DownloadError)?.code == .full)
      let path = folder.standardizedFileURL.path(percentEncoded: false)
      #expect("\(error)" == "\"a\" was not saved: \(path) would exceed its limit of 100000 bytes.")
    }
  }

  /// A small file takes a block of the disk, and a page could fill the folder's index with empty files.
  @Test func eachFileCountsAsABlock() async throws {
    try await run(limit: 3 * 4096) { folder, client, _ async throws in
      #expect(try await send(0, client) == 204)
      #expect(try await send(1, client) == 204)
      #expect(try await send(4096, client) == 204)
      #expect(try await send(0, client) == 507)
      #expect(names(in: folder).count == 3)
    }
  }

  /// Other users of the machine cannot read what was saved.
  @Test func onlyItsOwnerReadsAFile() async throws {
    try await run(limit: 4096) { folder, client, _ async throws in
      #expect(try await send(1, client) == 204)
      let file = folder.appending(path: try #require(names(in: folder).first)).path
      #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func whatTheProgramHasThereCountsUntilItIsRemoved() async throws {
    try await run(limit: 100_000) { folder, client, _ async throws in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appending(path: "own")
      try Data(count: 90_000).write(to: file)
      #expect(try await send(11_000, client) == 507)
      try FileManager.default.removeItem(at: file)
      #expect(try await send(11_000, client) == 204)
      try Data(count: 90_000).write(to: file)
      #expect(try await send(1, client) == 507)
    }
  }

  @Test func manyAtOnceKeepTheLimitTogether() async throws {
    try await run(limit: 1_000_000) { folder, client, _ async throws in
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<10 { group.addTask { try await send(300_000, client) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.sorted() == [204, 204, 204] + Array(repeating: 507, count: 7))
      #expect(names(in: folder).count == 3)
    }
  }
}
