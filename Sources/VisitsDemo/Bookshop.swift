import SnippetVisits

/// The site. Any server could serve these pages; they contain no code for the app.
actor Bookshop {
  private struct NewBook: Decodable { var title: String? }
  private struct Login: Decodable { var name: String? }

  private let hasTurbo: Bool
  private var books = ["The Dispossessed", "Solaris", "Invisible Cities"]
  private var reader: String?

  init(hasTurbo: Bool) { self.hasTurbo = hasTurbo }

  nonisolated func router(turbo script: String?) -> sending Router<BasicRequestContext> {
    let router = Router()
    router.get("/turbo.js") { _, _ in
      Response(
        status: script == nil ? .notFound : .ok, headers: [.contentType: "text/javascript"],
        body: .init(string: script ?? ""))
    }
    router.get("/books") { request, _ in await self.list(notice: request.uri.queryParameters.get("notice")) }
    router.get("/books/new") { _, _ in await self.form() }
    router.get("/books/:id") { _, context in await self.detail(try context.parameters.require("id", as: Int.self)) }
    router.post("/books") { request, context in
      await self.add(try await request.decode(as: NewBook.self, context: context).title ?? "")
    }
    router.get("/account") { _, _ in await self.account() }
    router.get("/login") { _, _ in await self.login() }
    router.post("/login") { request, context in
      await self.logIn(try await request.decode(as: Login.self, context: context).name ?? "")
    }
    return router
  }

  private func list(notice: String?) -> Response {
    let items = books.enumerated().map { "<li><a href='/books/\($0)'>\(Self.escaped($1))</a></li>" }.joined()
    return page(
      "Books",
      (notice.map { "<p class=notice>\(Self.escaped($0))</p>" } ?? "")
        + "<ul>\(items)</ul><p><a class=button href='/books/new'>Add a book</a></p><p><a href='/settings'>Settings</a></p>"
    )
  }

  private func detail(_ id: Int) -> Response {
    guard books.indices.contains(id) else { return page("Not found", "<p>No such book.</p>", status: .notFound) }
    let next = "<p><a href='/books/\((id + 1) % books.count)'>Next book</a></p>"
    return page(
      books[id], "<p>Book number \(id + 1) of \(books.count).</p>\(next)<p><a href='/books'>All books</a></p>")
  }

  private func form(title: String = "", problem: String? = nil) -> Response {
    page(
      "Add a book",
      """
      \(problem.map { "<p class=problem>\($0)</p>" } ?? "")<form method=post action='/books'>
      <label>Title <input name=title value='\(Self.escaped(title))'></label> <button>Save</button></form>
      """, status: problem == nil ? .ok : .unprocessableContent)
  }

  private func add(_ title: String) -> Response {
    guard title.count > 2 else { return form(title: title, problem: "A title has at least three letters.") }
    books.append(title)
    return Response(status: .seeOther, headers: [.location: "/books?notice=Saved."])
  }

  private func account() -> Response {
    guard let reader else { return page("Account", "<p>You are not logged in.</p><p><a href='/login'>Log in</a></p>") }
    return page("Account", "<p>Hello, \(Self.escaped(reader)).</p>")
  }

  private func login() -> Response {
    page(
      "Log in", "<form method=post action='/login'><label>Name <input name=name></label> <button>Log in</button></form>"
    )
  }

  private func logIn(_ name: String) -> Response {
    reader = name
    return Response(status: .seeOther, headers: [.location: "/account"])
  }

  private func page(_ title: String, _ body: String, status: HTTPResponse.Status = .ok) -> Response {
    let turbo = hasTurbo ? "<script src='/turbo.js' defer></script>" : ""
    return Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: .init(
        string: """
          <!doctype html><html lang=en><head><script src='/_bridge/bridge.js'></script>
          <title>\(Self.escaped(title))</title>\(turbo)
          <meta name=viewport content="width=device-width"><meta name=color-scheme content="light dark">
          <style>body{font:16px/1.5 system-ui;margin:1.2rem}li{padding:.4rem 0}.problem{color:#c2410c}
          .notice{background:#8882;padding:.5rem}.button,button{padding:.4rem .8rem}</style></head>
          <body><h1>\(Self.escaped(title))</h1>\(body)</body></html>
          """))
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("'", with: "&#39;")
  }
}
