import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// A repeated request for a file is answered from cached properties.
@Suite(.timeLimit(.minutes(5))) struct RepeatedFileTests {
  private let folder: TemporaryFolder
  private let root: DocumentRoot

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("<head>one", to: "page.html")
    try folder.write("0123456789", to: "a.txt")
    root = try folder.root(now: 4_000_000_000)
  }

  @Test(arguments: ["/page.html", "/a.txt"])
  func theAnswerIsTheSame(_ path: String) throws {
    let first = try #require(root.get(path))
    let again = try #require(root.get(path))
    #expect(again.template === first.template)
    #expect(again.template != nil)
    #expect(again.status == first.status)
    #expect(again.headers == first.headers)
    #expect(try again.text() == first.text())
    #expect(root.respond(to: ServerRequest(method: .head, path: path))?.headers == first.headers)
  }

  @Test func aChangedFileIsAnotherOne() throws {
    #expect(try root.get("/page.html")?.text() == "<head><T>one")
    try folder.write("<p>longer still", to: "page.html")
    #expect(try root.get("/page.html")?.text() == "<T><p>longer still")
    try folder.write("x<head>", to: "page.html")
    #expect(try root.get("/page.html")?.text() == (try folder.root().get("/page.html")?.text()))
  }

  @Test func itsBytesAreKeptUnlessItIsLong() throws {
    let long = String(repeating: "x", count: Int(FileAnswer.longestContent))
    try folder.write(long, to: "long.txt")
    try folder.write(long + "x", to: "longer.txt")
    for _ in 1...2 {
      guard case .bytes = root.get("/long.txt")?.body else { throw TestError("long.txt is not kept") }
      guard case .stream = root.get("/longer.txt")?.body else { throw TestError("longer.txt is kept") }
      #expect(try root.get("/long.txt")?.text() == long)
      #expect(try root.get("/longer.txt")?.text() == long + "x")
    }
  }

  @Test func whatIsNotThereAnyMoreIsNotAnswered() throws {
    let outside = try TemporaryFolder()
    try outside.write("0123456789", to: "secret.txt")
    for _ in 1...2 { #expect(root.get("/a.txt")?.status == .ok) }
    try FileManager.default.removeItem(atPath: folder.path + "/a.txt")
    #expect(root.get("/a.txt") == nil)
    try folder.link("a.txt", to: outside.path + "/secret.txt")
    #expect(root.get("/a.txt") == nil)
  }

  @Test func whatMayStillChangeUnseenIsLookedAtEachTime() throws {
    let now = Int64(time(nil))
    for (age, isKept) in [(0, false), (10, true)] {
      // The system has recorded that the file was changed just now, whatever its modification time is. The test does
      // not wait until the file is older. Instead it changes the document root's clock.
      let root = try folder.root(now: now + Int64(age))
      for _ in 1...2 { #expect((root.get("/a.txt")?.template != nil) == isKept) }
    }
  }

  @Test func oneFileUnderTwoNamesHasTwoTypes() throws {
    try FileManager.default.linkItem(atPath: folder.path + "/page.html", toPath: folder.path + "/page.txt")
    for _ in 1...2 {
      #expect(root.get("/page.html")?.headers[.contentType] == "text/html; charset=utf-8")
      #expect(try root.get("/page.html")?.text() == "<head><T>one")
      #expect(root.get("/page.txt")?.headers[.contentType] == "text/plain; charset=utf-8")
      #expect(try root.get("/page.txt")?.text() == "<head>one")
    }
  }

  @Test func conditionsAndRangesStillCount() throws {
    let tag = try #require(root.get("/a.txt")?.headers[.eTag])
    let date = try #require(root.get("/a.txt")?.headers[.lastModified])
    for _ in 1...2 {
      #expect(root.get("/a.txt")?.status == .ok)
      #expect(root.get("/a.txt", [.ifNoneMatch: tag])?.status == .notModified)
      #expect(root.get("/a.txt", [.ifModifiedSince: date])?.status == .notModified)
      #expect(root.get("/a.txt", [.ifMatch: "\"x\""])?.status == .preconditionFailed)
      #expect(root.get("/a.txt", [.ifUnmodifiedSince: "Tue, 14 Nov 2000 22:13:20 GMT"])?.status == .preconditionFailed)
      #expect(try root.get("/a.txt", [.range: "bytes=2-3"])?.text() == "23")
      #expect(try root.get("/a.txt", [.range: "bytes=2-3", .ifRange: "\"x\""])?.text() == "0123456789")
    }
  }

  @Test func aFileFromTheFutureIsAsOldAsItsAnswer() throws {
    let young = try folder.root(now: 1_600_000_000)
    for _ in 1...2 {
      let response = try #require(young.get("/a.txt"))
      #expect(response.headers[.lastModified] == "Sun, 13 Sep 2020 12:26:40 GMT")
      #expect(response.template == nil)
    }
  }

  @Test func theMemoryOfAnswersIsBounded() {
    let cache = FileCache<FileAnswer>()
    var info = stat()
    let representation = Representation(length: 0, entityTag: EntityTag(of: []), modified: nil, contentType: "")
    let answer = FileAnswer(
      name: "a", representation: representation, insertion: nil, template: nil, content: nil)
    for inode in 0..<1000 {
      info.st_ino = ino_t(inode)
      cache.remember(answer, for: FileIdentity(info))
      #expect(cache[FileIdentity(info)]?.name == "a")
      #expect(cache.count <= FileCache<FileAnswer>.capacity)
    }
  }
}
