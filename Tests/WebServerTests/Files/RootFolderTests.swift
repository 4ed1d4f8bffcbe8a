import Foundation
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// The files that a document root finds, and those that it does not.
@Suite(.timeLimit(.minutes(5))) struct RootFolderTests {
  /// A folder that contains `folder` and a file named "secret".
  private let around: TemporaryFolder
  private let folder: TemporaryFolder

  init() throws {
    around = try TemporaryFolder()
    try around.write("secret", to: "secret")
    folder = try TemporaryFolder(at: around.path + "/root")
    try folder.write("a", to: "a.txt")
    try folder.write("b", to: "sub/b.txt")
    try folder.write("c", to: "name with spaces & more?.txt")
    for name in [".hidden", "sub/.hidden", ".git/config", "empty/.keep"] { try folder.write("hidden", to: name) }
    try folder.link("inside", to: "sub/b.txt")
    try folder.link("insideAbsolute", to: folder.path + "/a.txt")
    try folder.link("folder", to: "sub")
    try folder.link("shown", to: ".hidden")
    try folder.link("repository", to: ".git")
    try folder.link("configuration", to: ".git/config")
    try folder.write("d", to: ".pnpm/package/index.js")
    try folder.link("package", to: ".pnpm/package")
    try folder.link("sub/up", to: "../a.txt")
    try folder.link("out", to: "../secret")
    try folder.link("outFolder", to: "..")
    try folder.link("outAbsolute", to: around.path + "/secret")
    try folder.link("chain", to: "out")
    try folder.link("through", to: "sub")
    try folder.link("loop", to: "loop")
    try folder.link("dangling", to: "nowhere")
    try #require(mkfifo(folder.path + "/pipe", 0o644) == 0)
  }

  /// The system treats NUL as the end of a path.
  @Test func aPathWithNULIsNoFile() throws {
    let request = ServerRequest(path: "/")
    #expect(SingleFile.respond(to: request, path: folder.path + "/a.txt") != nil)
    #expect(SingleFile.respond(to: request, path: folder.path + "/a.txt\0.png") == nil)
    #expect(try RootFolder(path: folder.path).open(["a.txt\0.png"]) == nil)
  }

  @Test func namesFoldersThatCannotBeServed() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "file")
    #expect(throws: DocumentRootError.missing(path: folder.path + "/none")) {
      try DocumentRoot(path: folder.path + "/none", injecting: [])
    }
    #expect(throws: DocumentRootError.notAFolder(path: folder.path + "/file")) {
      try DocumentRoot(path: folder.path + "/file", injecting: [])
    }
    try FileManager.default.createDirectory(atPath: folder.path + "/shut", withIntermediateDirectories: false)
    for mode in [0o400, 0o100, 0] as [mode_t] {
      #expect(chmod(folder.path + "/shut", mode) == 0)
      #expect(chmod(folder.path, 0o755) == 0)
      #expect(throws: DocumentRootError.unreadable(path: folder.path + "/shut")) {
        try asNobody { try DocumentRoot(path: folder.path + "/shut", injecting: []) }
      }
    }
    #expect(throws: DocumentRootError.empty) { try DocumentRoot(path: "", injecting: []) }
    // The path of the root is relative to the working folder.
    let path = FileManager.default.currentDirectoryPath + "/no such folder"
    #expect(throws: DocumentRootError.missing(path: path)) { try DocumentRoot(path: "no such folder", injecting: []) }
    #expect(DocumentRootError.missing(path: "/a").description == "The document root /a does not exist.")
  }

  @Test(arguments: [
    "/../secret", "/sub/../../secret", "/./a.txt", "/sub/./b.txt", "/sub/../a.txt", "//a.txt", "/sub//b.txt",
    "//etc/passwd",
    "/..", "/../", "/...", "/a.txt/", "/a.txt/b", "/a.txt%00", "/a.txt%00.html", "/%00", "/sub\\b.txt",
    "/..\\secret", "/%2E%2E/secret", "/sub%2Fb.txt", "/sub%5Cb.txt", "/a%zz", "/a%", "*", "/.git/config", "/.hidden",
    "/sub/.hidden", "/out", "/outFolder/secret", "/outAbsolute", "/shown", "/repository/config", "/configuration",
    "/through/../../secret", "/loop", "/dangling", "/pipe", "/socketless", "/none", "/sub/none", "/empty/", "/chain",
  ])
  func hides(_ path: String) throws {
    let root = try folder.root()
    #expect(root.get(path) == nil)
    #expect(root.get("/a.txt") != nil)
  }

  @Test func hidesDevices() throws {
    let root = try DocumentRoot(path: "/dev", injecting: [])
    for path in ["/null", "/zero", "/tty"] { #expect(root.get(path) == nil) }
  }

  @Test(arguments: [
    ("/a.txt", "a"), ("/sub/b.txt", "b"), ("/inside", "b"), ("/insideAbsolute", "a"), ("/folder/b.txt", "b"),
    ("/sub/up", "a"), ("/package/index.js", "d"), ("/name%20with%20spaces%20&%20more%3F.txt", "c"),
  ])
  func serves(path: String, text: String) throws {
    #expect(try folder.root().get(path)?.text() == text)
  }

  @Test func aFileThatMayNotBeReadDoesNotExist() throws {
    #expect(chmod(around.path, 0o755) == 0)
    #expect(chmod(folder.path, 0o755) == 0)
    #expect(chmod(folder.path + "/a.txt", 0) == 0)
    #expect(chmod(folder.path + "/sub", 0) == 0)
    let root = try folder.root()
    #expect(try asNobody { root.get("/a.txt") } == nil)
    #expect(try asNobody { root.get("/sub/b.txt") } == nil)
    #expect(try asNobody { root.get("/name%20with%20spaces%20&%20more%3F.txt") } != nil)
  }

  @Test func aFolderMadeAnewIsServedAnew() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "dist/a.txt")
    let root = try DocumentRoot(path: folder.path + "/dist", injecting: [])
    try FileManager.default.removeItem(atPath: folder.path + "/dist")
    #expect(root.get("/a.txt") == nil)
    try folder.write("new", to: "dist/a.txt")
    #expect(try root.get("/a.txt")?.text() == "new")
  }

  @Test func aLinkAsTheRootIsFollowed() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", to: "one/a.txt")
    try folder.link("current", to: "one")
    try folder.link("one/here", to: folder.path + "/one/a.txt")
    let root = try DocumentRoot(path: folder.path + "/current", injecting: [])
    #expect(try root.get("/a.txt")?.text() == "a")
    #expect(try root.get("/here")?.text() == "a")
  }
}

/// Runs `body` with the file permissions of a user who owns nothing, on this thread only. If the tests do not run as
/// root, the permissions stay as they are.
private func asNobody<Value>(_ body: () throws -> Value) throws -> Value {
  // The Glibc module does not export sys/fsuid.h.
  typealias SetFileUser = @convention(c) (uid_t) -> CInt
  let symbol = try #require(dlsym(nil, "setfsuid"))
  let setFileUser = unsafeBitCast(symbol, to: SetFileUser.self)
  let before = setFileUser(65_534)
  defer { _ = setFileUser(uid_t(before)) }
  return try body()
}
