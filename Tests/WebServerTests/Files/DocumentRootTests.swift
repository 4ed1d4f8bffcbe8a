import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct DocumentRootTests {
  /// A file has the greatest possible length, so the sum of this length and the tag's length overflows. The test uses a
  /// sparse file on a file system in memory, because only some file systems allow this length.
  @Test func aFileOfGreatestLengthIsAnError() throws {
    let folder = try TemporaryFolder(at: "/dev/shm/files-\(UUID())")
    try folder.write("<p>", to: "a.html")
    try folder.write("<p>", to: "a.txt")
    for name in ["a.html", "a.txt"] { try #require(truncate("\(folder.path)/\(name)", .max) == 0) }
    let root = try folder.root()
    #expect(root.respond(to: ServerRequest(method: .head, path: "/a.html"))?.status == .internalServerError)
    let text = try #require(root.respond(to: ServerRequest(method: .head, path: "/a.txt")))
    #expect(text.status == .ok && text.body.length == .max)
  }

  /// A modification time is so far in the future that it overflows if converted to nanoseconds. Like every time in the
  /// future, it is treated as the current time.
  @Test func aFileOfAFarFutureIsOfNow() throws {
    let folder = try TemporaryFolder(at: "/dev/shm/files-\(UUID())")
    try folder.write("a", to: "a.txt")
    let date = Date(timeIntervalSince1970: 10_413_792_000)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder.path + "/a.txt")
    #expect(try folder.root().get("/a.txt")?.headers[.lastModified] == "Thu, 01 Jan 2026 00:00:00 GMT")
  }

  private let folder: TemporaryFolder
  private let root: DocumentRoot

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("0123456789", to: "a.txt")
    try folder.write("", to: "empty.txt")
    try folder.write("<!doctype html><head><title>x</title>", to: "page.html")
    try folder.write("<p>index", to: "sub dir/index.html")
    for name in ["a.txt", "empty.txt", "page.html"] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: folder.path + "/" + name)
    }
    root = try folder.root()
  }

  @Test func answersWithEverythingACacheNeeds() throws {
    let response = try #require(root.get("/a.txt"))
    #expect(response.status == .ok)
    #expect(try response.text() == "0123456789")
    #expect(response.headers[.contentType] == "text/plain; charset=utf-8")
    #expect(response.headers[.lastModified] == "Tue, 14 Nov 2023 22:13:20 GMT")
    #expect(response.headers[.acceptRanges] == "bytes")
    #expect(response.headers[.cacheControl] == "no-cache")
    let tag = try #require(response.headers[.eTag])
    #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.utf8.count > 2)
  }

  @Test func theTagChangesWithTheFileAndWithWhatIsPutIn() throws {
    let text = root.get("/a.txt")?.headers[.eTag]
    let page = root.get("/page.html")?.headers[.eTag]
    #expect(root.get("/a.txt")?.headers[.eTag] == text)
    let other = try folder.root(tag: "<U>")
    #expect(other.get("/a.txt")?.headers[.eTag] == text)
    #expect(other.get("/page.html")?.headers[.eTag] != page)
    try folder.write("0123456780", to: "a.txt")
    #expect(root.get("/a.txt")?.headers[.eTag] != text)
  }

  @Test func ifNoneMatch() throws {
    let tag = try #require(root.get("/a.txt")?.headers[.eTag])
    for list in [tag, "W/\(tag)", "*", "\"x\", \(tag)", "W/\"a,b\" ,\(tag),\"c\""] {
      let response = try #require(root.get("/a.txt", [.ifNoneMatch: list]))
      #expect(response.status == .notModified, "\(list)")
      #expect(try response.bytes().isEmpty)
      #expect(response.headers[.eTag] == tag)
    }
    for list in ["\"x\"", "", "x", "\"x", tag.replacing("\"", with: "")] {
      #expect(root.get("/a.txt", [.ifNoneMatch: list])?.status == .ok, "\(list)")
    }
    // `If-None-Match` takes precedence: the date, which would lead to "not modified", is ignored.
    let both: HTTPFields = [.ifNoneMatch: "\"x\"", .ifModifiedSince: "Tue, 14 Nov 2023 22:13:20 GMT"]
    #expect(root.get("/a.txt", both)?.status == .ok)
  }

  @Test(arguments: [
    ("Tue, 14 Nov 2023 22:13:20 GMT", 304), ("Tue, 14 Nov 2023 22:13:21 GMT", 304),
    ("Tue, 14 Nov 2023 22:13:19 GMT", 200), ("last week", 200),
  ])
  func ifModifiedSince(date: String, status: Int) {
    #expect(root.get("/a.txt", [.ifModifiedSince: date])?.status.code == status)
  }

  @Test func ifMatchAndIfUnmodifiedSince() throws {
    let tag = try #require(root.get("/a.txt")?.headers[.eTag])
    #expect(root.get("/a.txt", [.ifMatch: tag])?.status == .ok)
    #expect(root.get("/a.txt", [.ifMatch: "W/\(tag)"])?.status == .preconditionFailed)
    #expect(root.get("/a.txt", [.ifUnmodifiedSince: "Tue, 14 Nov 2023 22:13:19 GMT"])?.status == .preconditionFailed)
    #expect(root.get("/a.txt", [.ifUnmodifiedSince: "Tue, 14 Nov 2023 22:13:20 GMT"])?.status == .ok)
  }

  @Test(arguments: [
    ("bytes=2-4", "234", "bytes 2-4/10"), ("bytes=-3", "789", "bytes 7-9/10"), ("bytes=8-", "89", "bytes 8-9/10"),
  ])
  func ranges(header: String, text: String, contentRange: String) throws {
    let response = try #require(root.get("/a.txt", [.range: header]))
    #expect(response.status == .partialContent)
    #expect(try response.text() == text)
    #expect(response.headers[.contentRange] == contentRange)
  }

  @Test func rangesThatAreNotServed() throws {
    let beyond = try #require(root.get("/a.txt", [.range: "bytes=10-"]))
    #expect(beyond.status == .rangeNotSatisfiable)
    #expect(beyond.headers[.contentRange] == "bytes */10")
    #expect(root.get("/empty.txt", [.range: "bytes=0-"])?.headers[.contentRange] == "bytes */0")
    #expect(try root.get("/a.txt", [.range: "bytes=0-1,3-4"])?.text() == "0123456789")
    let head = root.respond(to: ServerRequest(method: .head, path: "/a.txt", headers: [.range: "bytes=0-1"]))
    #expect(head?.status == .ok)
  }

  @Test func ifRange() throws {
    let tag = try #require(root.get("/a.txt")?.headers[.eTag])
    let conditions = [
      (tag, 206), ("W/\(tag)", 200), ("\"x\"", 200), ("Tue, 14 Nov 2023 22:13:20 GMT", 206),
      ("Tue, 14 Nov 2023 22:13:21 GMT", 200), ("nonsense", 200),
    ]
    for (condition, status) in conditions {
      let headers: HTTPFields = [.range: "bytes=0-1", .ifRange: condition]
      #expect(root.get("/a.txt", headers)?.status.code == status, "\(condition)")
    }
    // A date cannot identify a file that was written in the current second.
    let young = try folder.root(now: 1_700_000_000)
    let headers: HTTPFields = [.range: "bytes=0-1", .ifRange: "Tue, 14 Nov 2023 22:13:20 GMT"]
    #expect(young.get("/a.txt", headers)?.status == .ok)
  }

  @Test func aFileFromTheFutureIsAsOldAsTheAnswer() throws {
    let past = try folder.root(now: 1_600_000_000)
    #expect(past.get("/a.txt")?.headers[.lastModified] == "Sun, 13 Sep 2020 12:26:40 GMT")
  }

  @Test func folders() throws {
    let redirect = try #require(root.get("/sub%20dir", query: "a=1&b=%20%C3%A9"))
    #expect(redirect.status == .movedPermanently)
    #expect(redirect.headers[.location] == "/sub%20dir/?a=1&b=%20%C3%A9")
    #expect(try root.get("/sub%20dir/")?.text() == "<T><p>index")
    #expect(root.get("/") == nil)
    #expect(root.get("//evil.example/sub%20dir") == nil)
  }

  @Test func rangesCountThePutInBytes() throws {
    let whole = "<!doctype html><head><T><title>x</title>"
    #expect(try root.get("/page.html")?.text() == whole)
    for step in 1...7 { #expect(try root.get("/page.html")?.text(step: step) == whole) }
    for first in 0..<whole.utf8.count {
      for last in first..<whole.utf8.count {
        let response = try #require(root.get("/page.html", [.range: "bytes=\(first)-\(last)"]))
        #expect(try response.bytes() == Array(Array(whole.utf8)[first...last]))
        #expect(response.headers[.contentRange] == "bytes \(first)-\(last)/\(whole.utf8.count)")
      }
    }
  }
}
