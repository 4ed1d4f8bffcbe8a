import SnippetVisits

/// The bookshop's web site: pages that any web server could serve. Only the script of `components` contains code for
/// the app.
actor Bookshop {
  private struct NewBook: Decodable { var title: String? }
  private struct Login: Decodable { var name: String? }

  private let hasTurbo: Bool
  private var books = ["The Dispossessed", "Solaris", "Invisible Cities"]

  init(hasTurbo: Bool) { self.hasTurbo = hasTurbo }

  nonisolated func router(turbo script: String?) -> sending Router<BasicRequestContext> {
    let router = Router()
    for (path, script) in [("/turbo.js", script ?? ""), ("/components.js", Self.components)] {
      router.get(RouterPath(path)) { _, _ in
        Response(status: .ok, headers: [.contentType: "text/javascript"], body: .init(string: script))
      }
    }
    router.get("/books") { request, _ in await self.list(request.uri.queryParameters) }
    router.get("/books/new") { _, _ in await self.form() }
    router.get("/books/:id") { _, context in await self.detail(try context.parameters.require("id", as: Int.self)) }
    router.post("/books") { request, context in
      await self.add(try await request.decode(as: NewBook.self, context: context).title ?? "")
    }
    router.get("/account") { request, _ in await self.account(cookies: request.headers[.cookie] ?? "") }
    router.get("/login") { _, _ in await self.login() }
    router.post("/login") { request, context in
      await self.logIn(try await request.decode(as: Login.self, context: context).name ?? "")
    }
    router.post("/logout") { _, _ in
      Response(status: .seeOther, headers: [.location: "/account", .setCookie: "reader=; Max-Age=0; Path=/"])
    }
    return router
  }

  private func list(_ query: Parameters) -> Response {
    let isSorted = query.get("sort") == "title"
    let order = isSorted ? books.indices.sorted { books[$0] < books[$1] } : Array(books.indices)
    let items = order.map { "<li><a href='/books/\($0)'>\(Self.escaped(books[$0]))</a></li>" }.joined()
    let notice = query.get("notice").map(Self.escaped) ?? ""
    let flash = notice.isEmpty ? "" : "<p class=notice data-flash data-turbo-temporary>\(notice)</p>"
    return page(
      "Books",
      """
      \(flash)<nav data-menu='Sort'><a href='/books?sort=title'>By title</a> <a href='/books'>By date</a></nav>
      <ul>\(items)</ul><p><a class=button href='/books/new'>Add a book</a> <a href='/settings'>Settings</a></p>
      """)
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
      \(problem.map { "<p class=problem>\($0)</p>" } ?? "")<form method=post action='/books' data-submit=Save>
      <label>Title <input name=title value='\(Self.escaped(title))'></label> <button>Save</button></form>
      """, status: problem == nil ? .ok : .unprocessableContent)
  }

  private func add(_ title: String) -> Response {
    guard title.count > 2 else { return form(title: title, problem: "A title has at least three letters.") }
    books.append(title)
    return Response(status: .seeOther, headers: [.location: "/books?notice=Saved."])
  }

  private func account(cookies: String) -> Response {
    guard let reader = cookies.firstMatch(of: /reader=([^;]+)/)?.1.removingPercentEncoding else {
      return page("Account", "<p>Log in first.</p><p><a href='/login'>Log in</a></p>", status: .unauthorized)
    }
    return page(
      "Account",
      "<p>Hello, \(Self.escaped(reader)).</p><form method=post action='/logout'><button>Log out</button></form>")
  }

  private func login(problem: String = "") -> Response {
    page(
      "Log in",
      """
      \(problem)<form method=post action='/login' data-submit='Log in'>
      <label>Name <input name=name></label> <button>Log in</button></form>
      """, status: problem.isEmpty ? .ok : .unprocessableContent)
  }

  private func logIn(_ name: String) -> Response {
    guard let value = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics), !value.isEmpty else {
      return login(problem: "<p class=problem>Who are you?</p>")
    }
    return Response(status: .seeOther, headers: [.location: "/account", .setCookie: "reader=\(value); Path=/"])
  }

  private func page(_ title: String, _ body: String, status: HTTPResponse.Status = .ok) -> Response {
    let turbo = hasTurbo ? "<script src='/turbo.js' defer></script>" : ""
    return Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: .init(
        string: """
          <!doctype html><html lang=en><head><title>\(Self.escaped(title))</title>
          \(turbo)<script src='/components.js' defer></script>
          <meta name=viewport content="width=device-width"><meta name=color-scheme content="light dark">
          <style>body{font:16px/1.5 system-ui;margin:1.2rem}li{padding:.4rem 0}.problem{color:#c2410c}
          .notice{background:#8882;padding:.5rem}.button,button{padding:.4rem .8rem}
          [data-bridge-components~=flash] [data-flash],[data-bridge-components~=menu] [data-menu],
          [data-bridge-components~=form] [data-submit] button{display:none}</style></head>
          <body><h1>\(Self.escaped(title))</h1>\(body)</body></html>
          """))
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("'", with: "&#39;")
  }

  /// The page's side of the bridge components, with the interface of Hotwire's page library. In an ordinary browser
  /// tab, nothing calls `setAdapter`.
  private static let components = """
    (() => {
      let adapter, last = 0;
      const replies = new Map(), seen = new WeakSet();
      function send(component, event, data, reply) {
        const id = `${++last}`;
        replies.set(id, reply);
        adapter.receive({ id, component, event, data: { ...data, metadata: { url: location.href } } });
      }
      function connect() {
        if (!adapter) return;
        document.documentElement.dataset.bridgeComponents = adapter.supportedComponents.join(' ');
        const each = (name, use) => document.querySelectorAll(`[data-${name}]`).forEach((element) => {
          if (!seen.has(element)) seen.add(element), use(element, element.dataset[name]);
        });
        each('flash', (element) => send('flash', 'show', { text: element.textContent }));
        each('submit', (form, title) => send('form', 'connect', { title }, () => form.requestSubmit()));
        each('menu', (nav, title) => {
          const links = [...nav.querySelectorAll('a')];
          send('menu', 'connect', { title, items: links.map((link) => link.textContent) },
            ({ index }) => links[index]?.click());
        });
      }
      window.HotwireNative = { web: {
        setAdapter(value) { adapter = value; connect(); },
        adapterDidUpdateSupportedComponents: connect,
        receive: ({ id, data }) => replies.get(id)?.(data),
      } };
      for (const type of ['turbo:load', 'turbo:render']) document.addEventListener(type, connect);
      document.dispatchEvent(new Event('web-bridge:ready'));
    })();
    """
}
