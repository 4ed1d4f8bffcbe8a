import DSBridgeLocks
import Foundation
import Testing

@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct DownloadFolderTests {
  /// A temporary folder, which is removed with its content when this object is released.
  private final class Place: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "downloads.\(UUID())").path()

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    func folder(opener: @escaping PartFile.Opener = PartFile.opener) -> DownloadFolder {
      DownloadFolder(path: path, milliseconds: { 7 }, opener: opener)
    }

    func write(_ text: String, to name: String) throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: path).appending(path: name))
    }

    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(filePath: path).appending(path: name)), as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private struct Broken: Error, Equatable {}

  private let place = Place()

  private func body(_ texts: [String], failing error: (any Error)? = nil) -> AsyncThrowingStream<[UInt8], any Error> {
    let (body, sender) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    for text in texts { sender.yield(Array(text.utf8)) }
    sender.finish(throwing: error)
    return body
  }

  private func info(_ state: DownloadState) throws -> DownloadInfo {
    switch state {
    case .completed(let info): return info
    case .failed(let error): throw error
    }
  }

  private func error(_ state: DownloadState) throws -> any Error {
    guard case .failed(let error) = state else { throw Broken() }
    return error
  }

  private func code(_ state: DownloadState) throws -> DownloadError.Code? {
    (try error(state) as? DownloadError)?.code
  }

  // MARK: Whole files

  @Test func aFileIsWrittenPieceByPiece() async throws {
    let source = try #require(URL(string: "https://shop.example/a.txt"))
    let download = place.folder().save(body(["ab", "", "cd", "e"]), as: "../a.txt", length: 5, from: source)
    let info = try info(await download.state)
    #expect(
      info
        == DownloadInfo(
          downloadedFilename: "7_a.txt", downloadedLocation: place.path + "/7_a.txt", bytes: 5, source: source))
    #expect(try place.text("7_a.txt") == "abcde")
    #expect(place.names == ["7_a.txt"])
    #expect(download.progress == DownloadProgress(bytes: 5, expectedBytes: 5))
    #expect(download.progress.fraction == 1)
    #expect(download.source == source)
    #expect(download.suggestedName == "a.txt")
  }

  @Test func anEmptyFileIsOne() async throws {
    let download = place.folder().save(body([]), as: "a", length: 0)
    #expect(try info(await download.state).bytes == 0)
    #expect(download.progress.fraction == 1)
    #expect(place.names == ["7_a"])
  }

  @Test func aLengthThatIsNotKnownIsNone() async throws {
    let download = place.folder().save(body(["abc"]), as: "a")
    #expect(try info(await download.state).bytes == 3)
    #expect(download.progress.fraction == nil)
  }

  @Test func theFolderIsMadeWithThoseAboveIt() async throws {
    let download = DownloadFolder(path: place.path + "/a/b/", milliseconds: { 7 }).save(body(["abc"]), as: "c")
    #expect(try info(await download.state).downloadedLocation == place.path + "/a/b/7_c")
    #expect(place.names == ["a"])
  }

  @Test func theLocationIsAWholePath() {
    #expect(DownloadFolder(path: "a/../b").path == FileManager.default.currentDirectoryPath + "/b")
    #expect(DownloadFolder(path: "/a b/").path == "/a b")
  }

  @Test func theTimeIsInTheName() async throws {
    let before = Int64(Date().timeIntervalSince1970 * 1000)
    let download = DownloadFolder(path: place.path).save(body(["abc"]), as: "a.txt")
    let name = try info(await download.state).downloadedFilename
    let time = try #require(Int64(name.prefix { $0 != "_" }))
    #expect(time >= before && Double(time) <= Date().timeIntervalSince1970 * 1000)
    #expect(name == "\(time)_a.txt")
  }

  // MARK: Existing files

  @Test func whatIsThereIsNotReplaced() async throws {
    try place.write("mine", to: "7_a.txt")
    try place.write("mine", to: ".7_a-2.txt.part")
    let download = place.folder().save(body(["abc"]), as: "a.txt")
    #expect(try info(await download.state).downloadedFilename == "7_a-3.txt")
    #expect(try ["7_a.txt", ".7_a-2.txt.part", "7_a-3.txt"].map { try place.text($0) } == ["mine", "mine", "abc"])
  }

  @Test func whatHasComeMeanwhileIsNotReplaced() async throws {
    let (body, sender) = AsyncStream<[UInt8]>.makeStream()
    let download = place.folder().save(body, as: "a.txt")
    sender.yield(Array("abc".utf8))
    for await progress in download.progressUpdates where progress.bytes == 3 { break }
    try place.write("mine", to: "7_a.txt")
    sender.finish()
    #expect(try info(await download.state).downloadedFilename == "7_a-2.txt")
    #expect(try place.text("7_a.txt") == "mine")
    #expect(place.names == ["7_a-2.txt", "7_a.txt"])
  }

  /// Existing links are not followed, even if their targets do not exist.
  @Test func aLinkIsNotFollowed() async throws {
    try place.write("", to: "other")
    for name in ["7_a", ".7_a-2.part"] {
      try FileManager.default.createSymbolicLink(atPath: place.path + "/" + name, withDestinationPath: "target")
    }
    let download = place.folder().save(body(["abc"]), as: "a")
    #expect(try info(await download.state).downloadedFilename == "7_a-3")
    #expect(!place.names.contains("target"))
  }

  @Test func manyAtOnceAreKeptApart() async throws {
    let downloads = (0..<20).map { place.folder().save(body(["\($0)", " and on"]), as: "a.txt") }
    var names: Set<String> = []
    for (number, download) in downloads.enumerated() {
      let name = try info(await download.state).downloadedFilename
      names.insert(name)
      #expect(try place.text(name) == "\(number) and on")
    }
    #expect(names.count == 20)
    #expect(Set(place.names) == names)
  }

  // MARK: Failures

  @Test(arguments: [
    (4, "\"a.txt\" ended after 3 of its announced 4 bytes."),
    (2, "\"a.txt\" exceeds its announced length of 2 bytes."),
  ])
  func aBodyOfAnotherLengthIsAFailure(length: Int, description: String) async throws {
    let state = await place.folder().save(body(["ab", "c"]), as: "a.txt", length: length).state
    #expect(try error(state) as? DownloadError == DownloadError(.length, description))
    #expect(place.names.isEmpty)
  }

  @Test func aBodyThatFailsIsAFailure() async throws {
    let state = await place.folder().save(body(["ab"], failing: Broken()), as: "a.txt").state
    #expect(try error(state) is Broken)
    #expect(place.names.isEmpty)
  }

  @Test func aFullDiskIsAFailure() async throws {
    // Create the part file, but write its content to a device that is always full.
    let folder = place.folder { path in
      let descriptor = PartFile.opener(path)
      close(descriptor)
      return descriptor < 0 ? descriptor : open("/dev/full", O_WRONLY | O_CLOEXEC)
    }
    let state = await folder.save(body(["ab"]), as: "a.txt").state
    let expected = "Cannot write \(place.path)/.7_a.txt.part: No space left on device."
    #expect(try error(state) as? DownloadError == DownloadError(.file, expected))
    #expect(place.names.isEmpty)
  }

  @Test(arguments: ["/proc/none/downloads", "/dev/null/downloads", "/dev/null"])
  func aFolderThatCannotBeMadeIsAFailure(path: String) async throws {
    let state = await DownloadFolder(path: path, milliseconds: { 7 }).save(body(["ab"]), as: "a.txt").state
    let error = try #require(try error(state) as? DownloadError)
    #expect(error.code == .folder)
    #expect(error.description.contains(path))
  }

  // MARK: The end of a download

  @Test func aCancelLeavesNothing() async throws {
    let (body, sender) = AsyncStream<[UInt8]>.makeStream()
    let download = place.folder().save(body, as: "a.txt")
    sender.yield(Array("abc".utf8))
    for await progress in download.progressUpdates where progress.bytes == 3 { break }
    #expect(place.names == [".7_a.txt.part"])
    download.cancel()
    let state = await download.state
    #expect(try error(state) as? DownloadError == DownloadError(.cancelled, "The download of \"a.txt\" was cancelled."))
    #expect(place.names.isEmpty)
  }

  @Test func aCancelAfterTheEndChangesNothing() async throws {
    let download = place.folder().save(body(["abc"]), as: "a.txt")
    _ = await download.state
    download.cancel()
    #expect(try info(await download.state).bytes == 3)
    #expect(place.names == ["7_a.txt"])
  }

  @Test func theEndIsToldOnce() async throws {
    let ends = Ends()
    let folder = place.folder()
    let downloads = [
      folder.save(body(["abc"]), as: "a") { ends.add($0) },
      folder.save(body(["abc"], failing: Broken()), as: "a") { ends.add($0) },
      folder.save(body(["abc"]), as: "a", length: 4) { ends.add($0) },
    ]
    for download in downloads {
      _ = await download.state
      download.cancel()
      _ = await download.state
    }
    #expect(ends.count == 3)
  }

  private final class Ends: Sendable {
    private let states = Mutex<[DownloadState]>([])
    var count: Int { states.withLock { $0.count } }
    func add(_ state: DownloadState) { states.withLock { $0.append(state) } }
  }

  @Test func progressBeginsWithThePresentAndEnds() async throws {
    let (body, sender) = AsyncStream<[UInt8]>.makeStream()
    let download = place.folder().save(body, as: "a.txt", length: 4)
    var updates = download.progressUpdates.makeAsyncIterator()
    #expect(try await updates.next() == DownloadProgress(bytes: 0, expectedBytes: 4))
    sender.yield([1])
    #expect(try await updates.next()?.fraction == 0.25)
    sender.yield([2, 3, 4])
    #expect(try await updates.next()?.bytes == 4)
    sender.finish()
    #expect(try await updates.next() == nil)
  }

  /// Simulates a slow disk: the part file is a pipe that the test reads slowly.
  @Test func aSlowDiskHoldsTheBodyBack() async throws {
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (reader, writer) = (ends[0], ends[1])
    defer { close(reader) }
    let folder = place.folder { path in
      let descriptor = PartFile.opener(path)
      close(descriptor)
      return descriptor < 0 ? descriptor : writer
    }
    let source = CountingBody()
    let download = folder.save(source, as: "a", length: CountingBody.count * CountingBody.length)
    let reading = Task {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          var total = 0
          var ahead = 0
          var buffer = [UInt8](repeating: 0, count: CountingBody.length)
          while true {
            let count = read(reader, &buffer, buffer.count)
            guard count > 0 else { break }
            total += count
            ahead = max(ahead, source.taken - total / CountingBody.length)
          }
          continuation.resume(returning: (total, ahead))
        }
      }
    }
    #expect(try info(await download.state).bytes == CountingBody.count * CountingBody.length)
    let (total, ahead) = await reading.value
    #expect(total == CountingBody.count * CountingBody.length)
    // At most three pieces are ahead of the reader: one is in the pipe, one is being written, and one was read from the
    // body after the reader had counted its bytes.
    #expect(ahead <= 3)
  }

  /// A body that counts the pieces that were read from it.
  private final class CountingBody: AsyncSequence, Sendable {
    /// The capacity of a pipe, in bytes.
    static let length = 64 << 10
    static let count = 100

    private let number = Mutex(0)

    var taken: Int { number.withLock { $0 } }

    struct Iterator: AsyncIteratorProtocol {
      let body: CountingBody

      mutating func next() async -> [UInt8]? {
        let number = body.number.withLock { number in
          number += 1
          return number
        }
        return number > CountingBody.count ? nil : [UInt8](repeating: 1, count: CountingBody.length)
      }
    }

    func makeAsyncIterator() -> Iterator { Iterator(body: self) }
  }
}
