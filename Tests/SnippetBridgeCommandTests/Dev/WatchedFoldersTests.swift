import Testing

@testable import SnippetBridgeCommand

@Suite(.timeLimit(.minutes(5)))
struct WatchedFoldersTests {
  let folders = WatchedFolders(
    sources: ["/shop/Sources/Shop", "/shop/Package.swift"], roots: ["/shop/public", "/shop/Sources/Shop/Größe"])

  @Test(
    arguments: [
      ("/shop/public/style.css", ["/style.css"], false),
      ("/shop/public/a/b c.html", ["/a/b c.html"], false),
      ("/shop/Sources/Shop/Till.swift", [], true),
      ("/shop/Package.swift", [], true),
      // Documents within a folder of sources require no build, but Swift files do.
      ("/shop/Sources/Shop/Größe/index.html", ["/index.html"], false),
      ("/shop/Sources/Shop/Größe/Odd.swift", ["/Odd.swift"], true),
      ("/shop/Sources/Shopping/Till.swift", [], false),
      ("/shop/publication/style.css", [], false),
      ("/shop/README.md", [], false),
    ] as [(String, [String], Bool)])
  func sortsChanges(path: String, documents: [String], needsBuild: Bool) {
    #expect(folders.changes(of: [path]) == ChangeSet(documents: documents, needsBuild: needsBuild))
  }

  @Test func namesEachFileOnce() {
    let changes = folders.changes(of: ["/shop/public/a.css", "/shop/public/a.css", "/shop/public/b.css"])
    #expect(changes == ChangeSet(documents: ["/a.css", "/b.css"]))
  }
}
