import Testing

@testable import SnippetBridgeRoutes

@Suite(.timeLimit(.minutes(5))) struct RouteTreeTests {
  private func tree(_ paths: RouterPath...) -> RouteTree<String> {
    var tree = RouteTree<String>()
    for path in paths { tree.update(path) { $0 = path.description } }
    return tree
  }

  private func found(_ path: String, in tree: RouteTree<String>) -> (String, Parameters)? {
    tree.find(path[...]) { ($0, $1) }
  }

  @Test(arguments: [
    ("/users", "/users"), ("/users/", "/users"), ("users", "/users"), ("/users/7", "/users/:id"),
    ("/users/me", "/users/me"), ("/%75sers/me", "/users/me"), ("/users/7/notes", "/users/:id/notes"),
    ("/users/me/notes", "/users/:id/notes"), ("/pictures/a.jpg", "/pictures/*.jpg"),
    ("/pictures/a.png", "/pictures/*"), ("/pictures/v2", "/pictures/v{number}"), ("/pictures/v", "/pictures/*"),
    ("/files/a/b/c", "/files/**"), ("/", "/"), ("/nothing", nil), ("/users/7/8", nil), ("/files", nil),
    ("/users/%zz", nil), ("/users/%FF", "/users/:id"), ("/Users", nil),
  ])
  func theNearestPathIsFound(path: String, pattern: String?) {
    let tree = tree(
      "", "users", "users/:id", "users/me", "/users/:id/notes/", "pictures/*", "pictures/*.jpg", "pictures/v{number}",
      "files/**")
    #expect(found(path, in: tree)?.0 == pattern)
  }

  @Test func whatStandsForSomethingIsAParameter() throws {
    let tree = tree("a/:id/{name}.jpg", "b/{whole}/**", "c/v{number}")
    let first = try #require(found("/a/x%20y%2Fz/p%C3%A4.jpg", in: tree)).1
    #expect(first.get("id") == "x y/z")
    #expect(first["name"] == "pä")
    let second = try #require(found("/b/1/2/3", in: tree)).1
    #expect(second.get("whole", as: Int.self) == 1)
    #expect(second.getCatchAll() == ["2", "3"])
    #expect(try #require(found("/c/v12", in: tree)).1.require("number", as: Int.self) == 12)
  }

  /// All routes that match a path are offered one after another, until one accepts the request.
  @Test func allPathsThatFitAreOffered() {
    let tree = tree("users/me", "users/:id", "**")
    var offered: [String] = []
    _ = tree.find("/users/me") { value, _ -> Int? in
      offered.append(value)
      return nil
    }
    // The route without parameters is offered twice: when the path is looked up as a whole, and when its components are
    // looked up one by one.
    #expect(offered == ["/users/me", "/users/me", "/users/:id", "/**"])
  }

  /// Paths are compared as bytes. As strings, the Kelvin sign would equal "K", and "ä" would equal "a" with a combining
  /// mark.
  @Test(arguments: ["/%E2%84%AA", "/a%CC%88", "/p/%E2%84%AA1"])
  func pathsAreComparedByBytes(path: String) {
    #expect(found(path, in: tree("K", "ä", "p/K*")) == nil)
  }

  @Test func aPathOfManyComponentsEnds() {
    let tree = tree("a/:b/c", "**")
    #expect(found(String(repeating: "/a", count: 5000), in: tree)?.0 == "/**")
  }
}
