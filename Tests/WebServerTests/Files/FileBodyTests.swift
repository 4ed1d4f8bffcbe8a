import Foundation
import Testing

@testable import SnippetBridgeWebServer

@Suite(.ownThreads, .timeLimit(.minutes(5))) struct FileBodyTests {
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
    // test_large_file.py measures the memory that a large file requires.
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

  /// Changes during a download that leave the bytes of the opened file unchanged. Build tools, editors and users make
  /// such changes.
  @Test(arguments: ["replaced", "removed", "renamed", "closed to others", "linked"])
  func aFileWhoseBytesStayIsSentToItsEnd(what: String) throws {
    for name in ["a.txt", "a.html"] {
      let old = String(repeating: "old ", count: 1000)
      try folder.write(old, to: name)
      let whole = try folder.root().get("/" + name)?.text()
      let stream = try body(of: "/" + name)
      var sent = [UInt8](repeating: 0, count: 100)
      _ = try sent.withUnsafeMutableBytes { try stream.read(into: $0, at: 0) }
      let path = folder.path + "/" + name
      switch what {
      case "replaced":
        try folder.write("a new one", to: "b.txt")
        #expect(rename(folder.path + "/b.txt", path) == 0)
      case "removed": #expect(unlink(path) == 0)
      case "renamed": #expect(rename(path, folder.path + "/c.txt") == 0)
      case "linked":
        unlink(folder.path + "/d.txt")
        #expect(link(path, folder.path + "/d.txt") == 0)
      default: #expect(chmod(path, 0o600) == 0)
      }
      while sent.count < stream.length {
        var buffer = [UInt8](repeating: 0, count: 100)
        let count = try buffer.withUnsafeMutableBytes { try stream.read(into: $0, at: Int64(sent.count)) }
        sent += buffer[..<count]
      }
      #expect(String(decoding: sent, as: UTF8.self) == whole)
    }
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
