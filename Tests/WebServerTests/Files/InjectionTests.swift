import Foundation
import HTTPTypes
import Testing

@testable import SnippetBridgeWebServer

/// The insertion of the tag into HTML files: encodings, sizes, and the cache of positions.
@Suite(.timeLimit(.minutes(5))) struct InjectionTests {
  private let folder: TemporaryFolder
  private let root: DocumentRoot

  init() throws {
    folder = try TemporaryFolder()
    root = try folder.root()
  }

  @Test func aByteOrderMarkStaysFirst() throws {
    try folder.write("\u{feff}<p>x", to: "a.html")
    #expect(try root.get("/a.html")?.text() == "\u{feff}<T><p>x")
  }

  @Test(arguments: [true, false])
  func utf16GetsTheTagInItsOwnEncoding(littleEndian: Bool) throws {
    func encode(_ text: String) -> [UInt8] {
      text.utf16.flatMap { littleEndian ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 255)] }
    }
    // U+3C00 and U+003C ("<") differ only in their byte order. So a search in the wrong byte order would find a tag
    // here.
    try folder.write(encode("\u{feff}<!-- \u{3c00}\u{3e00} --><html lang='\u{3e00}'><head>\u{12345}"), to: "a.html")
    let response = try #require(root.get("/a.html"))
    #expect(try response.bytes() == encode("\u{feff}<!-- \u{3c00}\u{3e00} --><html lang='\u{3e00}'><head><T>\u{12345}"))
    #expect(response.headers[.contentType] == "text/html")
  }

  @Test(arguments: [
    ("<p>x", "text/html; charset=utf-8"), ("", "text/html; charset=utf-8"), ("charse", "text/html; charset=utf-8"),
    ("<meta charset=iso-8859-1>", "text/html"), ("<META CHARSET=utf-8>", "text/html"),
    ("\u{feff}<meta charset=utf-8>", "text/html"), ("\u{feff}x", "text/html; charset=utf-8"),
    (String(repeating: " ", count: 1017) + "charset", "text/html"),
    (String(repeating: " ", count: 1018) + "charset", "text/html; charset=utf-8"),
  ])
  func saysUTF8UnlessTheFileSpeaksForItself(text: String, type: String) throws {
    try folder.write(text, to: "a.html")
    #expect(root.get("/a.html")?.headers[.contentType] == type)
  }

  @Test(arguments: [
    ("a.htm", true), ("A.HTML", true), ("a.xhtml", false), ("a.svg", false), ("a.txt", false), ("html", false),
  ])
  func onlyHTMLGetsTheTag(name: String, gets: Bool) throws {
    try folder.write("<p>", to: name)
    #expect(try root.get("/" + name)?.text() == (gets ? "<T><p>" : "<p>"))
  }

  @Test(arguments: [4095, 4096, 4097, 8192, 100_000])
  func theHeadMayBeFar(length: Int) throws {
    let comment = "<!--" + String(repeating: "x", count: length) + "--><html><head>"
    try folder.write(comment + "<title>", to: "a.html")
    #expect(try root.get("/a.html")?.text() == comment + "<T><title>")
  }

  @Test func theSearchEndsSomewhere() throws {
    let comment = "<!--" + String(repeating: "x", count: Insertion.searchLimit) + "--><head>"
    try folder.write("<html>" + comment, to: "a.html")
    #expect(try root.get("/a.html")?.text() == "<html><T>" + comment)
  }

  @Test func aChangedFileIsLookedAtAgain() throws {
    for round in 1...300 {
      let text = String(repeating: " ", count: round % 50) + "<head>x"
      try folder.write(text, to: "a.html")
      #expect(try root.get("/a.html")?.text() == text.replacing("x", with: "<T>x"))
    }
  }

  @Test func theMemoryOfPlacesIsBounded() throws {
    let cache = FileCache<Insertion>()
    let file = try #require(FileDescriptor.open("/dev/null", flags: 0))
    var info = stat()
    let insertion = try #require(Insertion(of: [1], in: file))
    for inode in 0..<1000 {
      info.st_ino = ino_t(inode)
      cache.remember(insertion, for: FileIdentity(info))
      #expect(cache[FileIdentity(info)] == insertion)
      #expect(cache.count <= FileCache<Insertion>.capacity)
    }
  }
}
