import Foundation
import Testing

@testable import WebServer

@Suite(.ownThreads) struct FileBodyTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func aLargeFileIsReadInPlace() throws {
    let size: Int64 = 2 << 30
    try folder.write("", to: "big.bin")
    try #require(truncate(folder.path + "/big.bin", off_t(size)) == 0)
    let stream = try body(of: "/big.bin")
    #expect(stream.length == size)
    var buffer = [UInt8](repeating: 1, count: 1 << 20)
    var offset: Int64 = 0
    while offset < size {
      offset += Int64(try buffer.withUnsafeMutableBytes { try stream.read(into: $0, at: offset) })
    }
    #expect(offset == size)
    #expect(buffer.allSatisfy { $0 == 0 })
    // What a large file costs in memory, test_large_file.py measures on the program.
  }

  @Test func aFileThatShrinksOrChangesEndsTheBody() throws {
    for name in ["a.txt", "a.html"] {
      for change in [truncated, overwritten] {
        try folder.write(String(repeating: "x", count: 1000), to: name)
        let stream = try body(of: "/" + name)
        var buffer = [UInt8](repeating: 0, count: 100)
        #expect(try buffer.withUnsafeMutableBytes { try stream.read(into: $0, at: 0) } == 100)
        try change(folder.path + "/" + name)
        #expect(throws: FileBody.Failure.changed) {
          try buffer.withUnsafeMutableBytes { try stream.read(into: $0, at: 100) }
        }
      }
    }
  }

  @Test func aFileThatIsReplacedIsSentAsItWas() throws {
    try folder.write("old", to: "a.txt")
    let response = try #require(try folder.root().get("/a.txt"))
    try folder.write("a new one", to: "b.txt")
    #expect(rename(folder.path + "/b.txt", folder.path + "/a.txt") == 0)
    // Losing its name moves the old file's change time, so at worst it counts as changed; new bytes are never sent.
    #expect((try? response.text()) ?? "old" == "old")
  }

  @Test func theFileIsClosedWithItsBody() throws {
    try folder.write("x", to: "closed-with-its-body.txt")
    var response = try folder.root().get("/closed-with-its-body.txt")
    #expect(try openFiles().contains { $0.hasPrefix(folder.path) })
    #expect(response != nil)
    response = nil
    #expect(try !openFiles().contains { $0.hasPrefix(folder.path) })
  }

  private func body(of path: String) throws -> any BodyStream {
    guard case .stream(let stream)? = try folder.root().get(path)?.body else { throw POSIXError(.ENOENT) }
    return stream
  }

  private func truncated(_ path: String) throws {
    try #require(truncate(path, 50) == 0)
  }

  private func overwritten(_ path: String) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.write(contentsOf: Data("changed".utf8))
    try handle.close()
  }

  private func openFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }
  }
}
