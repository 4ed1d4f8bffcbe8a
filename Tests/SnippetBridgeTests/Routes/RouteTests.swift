import DSBridgeLocks
import Foundation
import HTTPTypes
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RouteTests {
  private struct Health: ResponseCodable, Equatable {
    var ok = true
  }

  private struct Note: ResponseCodable, Equatable {
    var text: String
  }

  private struct Broken: Error {}

  @Test func handlersReturnWhatTheyLike() async throws {
    try await TestServer.run(configure: { _ in }) { router in
      router.get("text") { _, _ in "hello" }
      router.get("health") { _, _ in Health() }
      router.get("list") { _, _ in [1, 2] }
      router.get("status") { _, _ in HTTPResponse.Status.accepted }
      router.get("nothing") { _, _ -> String? in nil }
      router.get("own") { _, _ in
        Response(status: .created, headers: [.location: "/x"], body: ResponseBody(string: "made"))
      }
      router.get("edited") { _, _ in EditedResponse(status: .accepted, headers: [.eTag: "\"1\""], response: "x") }
    } _: { test async throws in
      let text = try await test.http.request("GET", "/text")
      #expect(text.status == 200 && text.text == "hello" && text["Content-Type"] == "text/plain; charset=utf-8")
      let health = try await test.http.request("GET", "/health")
      #expect(health.text == #"{"ok":true}"# && health["Content-Type"] == "application/json; charset=utf-8")
      #expect(try await test.http.request("GET", "/list").text == "[1,2]")
      #expect(try await test.http.request("GET", "/status").status == 202)
      #expect(try await test.http.request("GET", "/nothing").status == 204)
      let own = try await test.http.request("GET", "/own")
      #expect(own.status == 201 && own["Location"] == "/x" && own.text == "made")
      let edited = try await test.http.request("GET", "/edited")
      #expect(edited.status == 202 && edited["ETag"] == "\"1\"" && edited.text == "x")
    }
  }

  @Test func methodsAreAnsweredRight() async throws {
    try await TestServer.run(configure: { _ in }) { router in
      router.get("notes/:id") { _, context in try context.parameters.require("id", as: Int.self).description }
      router.delete("notes/all") { _, _ in HTTPResponse.Status.noContent }
      router.post("notes") { _, _ in HTTPResponse.Status.created }
    } _: { test async throws in
      #expect(try await test.http.request("GET", "/notes/7").text == "7")
      #expect(try await test.http.request("GET", "/notes/x").status == 400)
      #expect(try await test.http.request("DELETE", "/notes/all").status == 204)
      // For GET, another route answers the same path.
      #expect(try await test.http.request("GET", "/notes/all").status == 400)
      let head = try await test.http.request("HEAD", "/notes/12")
      #expect(head.status == 200 && head["Content-Length"] == "2" && head.body.isEmpty)
      let put = try await test.http.request("PUT", "/notes/all")
      #expect(put.status == 405 && put["Allow"] == "DELETE, GET, HEAD, OPTIONS")
      let options = try await test.http.request("OPTIONS", "/notes")
      #expect(options.status == 204 && options["Allow"] == "OPTIONS, POST")
      #expect(try await test.http.request("GET", "/nowhere").status == 404)
      #expect(try await test.http.request("GET", "/").text.contains("<title>test"))
      // `Host` is checked for routes as well.
      #expect(try await test.http.request("GET", "/notes/7", headers: [("Host", "evil.example")]).status == 403)
    }
  }

  @Test func theBridgesPathsAreItsOwn() async throws {
    try await TestServer.run(configure: { _ in }) { router in
      router.add(middleware: Stamp(name: "a"))
      router.get("**") { _, _ in "mine" }
      router.post("**") { _, _ in "mine" }
    } _: { test async throws in
      #expect(try await test.http.request("GET", "/anything").text == "mine")
      #expect(try await test.http.request("GET", "/_bridge/bridge.mjs").text != "mine")
      #expect(try await test.http.request("GET", "/_bridge/none").status == 404)
      let page = try await TestPage.open(test.url)
      #expect(try await page.call("addingOne", 1) == 2)
      await page.close()
    }
  }

  @Test func bodiesComeAsTheyAreWanted() async throws {
    try await TestServer.run(configure: { _ in }) { router in
      router.post("decoded") { request, context in try await request.decode(as: Note.self, context: context) }
      router.post("whole") { request, _ in "\(try await request.body.collect(upTo: 1000).count)" }
      router.post("pieces") { request, _ in
        var (count, last) = (0, UInt8(0))
        for try await piece in request.body {
          count += piece.count
          last = piece.last ?? 0
        }
        return "\(count) \(last)"
      }
      router.post("unread") { _, _ in "not read" }
    } _: { test async throws in
      let note = try await test.http.request("POST", "/decoded", body: Array(#"{"text":"ä"}"#.utf8))
      #expect(note.text == #"{"text":"ä"}"#)
      let bad = try await test.http.request("POST", "/decoded", body: Array(#"{"txt":1}"#.utf8))
      #expect(bad.status == 400 && bad.text.hasPrefix(#"{"error":{"message":"#))
      #expect(try await test.http.request("POST", "/whole", body: Array(repeating: 1, count: 1000)).text == "1000")
      let large = try await test.http.request("POST", "/whole", body: Array(repeating: 1, count: 1001))
      #expect(large.status == 413)
      let megabytes = Array(repeating: UInt8(1), count: 3_000_000) + [7]
      #expect(try await test.http.request("POST", "/pieces", body: megabytes).text == "3000001 7")
      #expect(try await test.http.request("POST", "/unread", body: [1, 2, 3]).text == "not read")
      let decoded = try await test.http.request("POST", "/decoded", body: Array(repeating: 0x20, count: 3 << 20))
      #expect(decoded.status == 413)
    }
  }

  @Test func errorsAreAnswered() async throws {
    let log = LogRecorder()
    try await TestServer.run(configure: { $0.logger = log.logger }) { router in
      router.get("teapot") { _, _ -> String in throw HTTPError(.init(code: 418), message: "no coffee") }
      router.get("gone") { _, _ -> String in throw HTTPError(.gone) }
      router.get("broken") { _, _ -> String in throw Broken() }
      router.get("broken-at-once", immediate: true) { _, _ -> String in throw Broken() }
    } _: { test async throws in
      let teapot = try await test.http.request("GET", "/teapot")
      #expect(teapot.status == 418 && teapot.text == #"{"error":{"message":"no coffee"}}"#)
      #expect(try await test.http.request("GET", "/gone").status == 410)
      #expect(log.lines.isEmpty)
      for path in ["/broken", "/broken-at-once"] {
        let broken = try await test.http.request("GET", path)
        #expect(broken.status == 500 && !broken.text.contains("Broken"))
        #expect(await log.next() == "a route failed error=Broken() method=GET path=\(path)")
      }
    }
  }

  @Test func repliesAreWrittenPieceByPiece() async throws {
    try await TestServer.run(configure: { _ in }) { router in
      router.get("chunks") { _, _ in
        Response(
          status: .ok,
          body: ResponseBody { writer in
            try await writer.write("one ")
            try await writer.write(Array("two".utf8))
            try await writer.finish(nil)
          })
      }
      router.get("known") { _, _ in
        Response(
          status: .ok,
          body: ResponseBody(contentLength: 300_000) { writer in
            for _ in 0..<3 { try await writer.write([UInt8](repeating: 5, count: 100_000)) }
          })
      }
      router.get("sequence") { _, _ in
        let (pieces, adding) = AsyncStream<[UInt8]>.makeStream()
        adding.yield([65])
        adding.yield([66])
        adding.finish()
        return Response(status: .ok, body: ResponseBody(asyncSequence: pieces))
      }
    } _: { test async throws in
      let chunks = try await test.http.request("GET", "/chunks")
      #expect(chunks.text == "one two" && chunks["Transfer-Encoding"] == "chunked")
      let known = try await test.http.request("GET", "/known")
      #expect(known.body.count == 300_000 && known["Content-Length"] == "300000")
      #expect(try await test.http.request("GET", "/sequence").text == "AB")
      #expect(try await test.http.request("HEAD", "/chunks").body.isEmpty)
    }
  }

  @Test func filesAreServedAsDocumentsAre() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "RouteTests-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("0123456789".utf8).write(to: folder.appending(path: "report.csv"))
    try await TestServer.run(configure: { _ in }) { router in
      router.get("report") { _, _ in
        FileResponse(
          path: folder.appending(path: "report.csv").path, headers: [.contentDisposition: "attachment"])
      }
      router.get("missing") { _, _ in FileResponse(path: folder.appending(path: "none").path) }
      router.get("folder") { _, _ in FileResponse(path: folder.path) }
    } _: { test async throws in
      let whole = try await test.http.request("GET", "/report")
      #expect(whole.text == "0123456789" && whole["Content-Type"] == "text/csv; charset=utf-8")
      #expect(whole["Content-Disposition"] == "attachment")
      let part = try await test.http.request("GET", "/report", headers: [("Range", "bytes=2-4")])
      #expect(part.status == 206 && part.text == "234")
      let tag = try #require(whole["ETag"])
      #expect(try await test.http.request("GET", "/report", headers: [("If-None-Match", tag)]).status == 304)
      #expect(try await test.http.request("GET", "/missing").status == 404)
      #expect(try await test.http.request("GET", "/folder").status == 404)
    }
  }

  @Test(arguments: [
    ([("Sec-Fetch-Site", "cross-site")], 403), ([("Sec-Fetch-Site", "same-site")], 403),
    ([("Sec-Fetch-Site", "same-origin")], 200), ([("Sec-Fetch-Site", "none")], 200),
    ([("Origin", "https://evil.example")], 403), ([("Origin", "null")], 403), ([("Origin", "own")], 200), ([], 200),
    ([("Origin", "own"), ("Sec-Fetch-Site", "cross-site")], 403),
  ])
  func otherSitesChangeNothing(headers: [(String, String)], status: Int) async throws {
    try await TestServer.run(configure: { _ in }) { router in
      for method in [HTTPRequest.Method.post, .put, .patch, .delete, .get, HTTPRequest.Method("MAKE") ?? .post] {
        router.on("act", method: method) { _, _ in "done" }
      }
      router.post("open", options: .allowsForeignOrigins) { _, _ in "done" }
    } _: { test async throws in
      let headers = headers.map { ($0.0, $0.1 == "own" ? test.origin : $0.1) }
      for method in ["POST", "PUT", "PATCH", "DELETE", "MAKE"] {
        #expect(try await test.http.request(method, "/act", headers: headers).status == status, "\(method)")
      }
      for method in ["GET", "HEAD"] {
        #expect(try await test.http.request(method, "/act", headers: headers).status == 200, "\(method)")
      }
      #expect(try await test.http.request("OPTIONS", "/act", headers: headers).status == 204)
      #expect(try await test.http.request("POST", "/open", headers: headers).status == 200)
    }
  }

  @Test func aTokenIsNeededUnlessARouteWaivesIt() async throws {
    let token = "0123456789abcdef0123456789abcdef"
    try await TestServer.run(configure: { $0.token = AccessToken(token) }) { router in
      router.get("health", options: .waivesToken) { _, _ in "well" }
      router.group("open", options: .waivesToken).get("a") { _, _ in "a" }
      router.get("secret") { _, _ in "secret" }
      router.add(middleware: Stamp(name: "a"))
    } _: { test async throws in
      #expect(try await test.http.request("GET", "/health").text == "well")
      #expect(try await test.http.request("GET", "/open/a").text == "a")
      #expect(try await test.http.request("POST", "/health").status == 401)
      #expect(try await test.http.request("GET", "/secret").status == 401)
      let bearer = [("Authorization", "Bearer \(token)")]
      #expect(try await test.http.request("GET", "/secret", headers: bearer).text == "secret")
      #expect(try await test.http.request("GET", "/", headers: bearer).status == 200)
      let refused = try await test.http.request("GET", "/")
      #expect(refused.status == 401 && refused["X-Stamps"] == nil)
    }
  }

  // MARK: Middleware

  /// A middleware that adds its name to a header of the response, and handles the error `Broken`.
  private struct Stamp<Context: RequestContext>: RouterMiddleware {
    let name: String

    func handle(
      _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
      var response: Response
      do {
        response = try await next(request, context)
      } catch is Broken {
        response = Response(status: .badGateway)
      }
      let stamps = HTTPField.Name("X-Stamps")
      if let stamps { response.headers[stamps] = name + (response.headers[stamps] ?? "") }
      return response
    }
  }

  @Test func middlewareStandsAroundRoutesAndFiles() async throws {
    try await TestServer.run(configure: { _ in }) { router in
      router.get("before") { _, _ in "before" }
      router.add(middleware: Stamp(name: "a"))
      router.get("one") { _, _ in "one" }
      router.get("broken") { _, _ -> String in throw Broken() }
      router.get("at-once", immediate: true) { _, _ in "at once" }
      let group = router.group("group").add(middleware: Stamp(name: "b")).add(middleware: Stamp(name: "c"))
      group.get("two") { _, _ in "two" }
      group.group("deep").get { _, _ in "three" }
    } _: { test async throws in
      for (path, status, stamps) in [
        ("/before", 200, nil), ("/one", 200, "a"), ("/broken", 502, "a"), ("/at-once", 200, "a"),
        ("/group/two", 200, "abc"), ("/group/deep", 200, "abc"), ("/", 200, "a"), ("/none", 404, "a"),
      ] as [(String, Int, String?)] {
        let reply = try await test.http.request("GET", path)
        #expect(reply.status == status && reply["X-Stamps"] == stamps, "\(path)")
      }
      #expect(try await test.http.request("POST", "/one")["X-Stamps"] == "a")
      let page = try await test.http.request("GET", "/")
      #expect(page.text.contains("<title>test") && page["ETag"] != nil && page["Document-Isolation-Policy"] != nil)
      #expect(try await test.http.request("GET", "/", headers: [("Range", "bytes=0-3")]).text == "<!do")
    }
  }

  /// The server's middleware runs before the interceptor is asked.
  @Test func interceptorsAreAskedWithinMiddleware() async throws {
    let interceptor = RecordingInterceptor { $0 == "/native" }
    try await TestServer.run(configure: { $0.interceptor = interceptor }) {
      $0.add(middleware: Stamp(name: "a"))
    } _: {
      test async throws in
      let navigation = [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Site", "none")]
      #expect(try await test.http.request("GET", "/native", headers: navigation).status == 204)
      #expect(try await test.http.request("GET", "/", headers: navigation).status == 200)
      #expect(interceptor.takeQuestions() == ["url /native", "url /"])
    }
  }

  private struct UserContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    var user: String?
    var maxUploadSize: Int { 10 }
    init(source: Source) { coreContext = .init(source: source) }
  }

  private struct SigningIn: RouterMiddleware {
    func handle(
      _ request: Request, context: UserContext, next: (Request, UserContext) async throws -> Response
    ) async throws -> Response {
      guard let user = request.headers[.authorization] else { throw HTTPError(.unauthorized) }
      var context = context
      context.user = user
      return try await next(request, context)
    }
  }

  @Test func aContextCarriesWhatMiddlewareKnows() async throws {
    let router = Router(context: UserContext.self)
    let group = router.group("me").add(middleware: SigningIn())
    group.get(":what") { _, context in
      "\(context.user ?? "") \(context.parameters["what"] ?? "") \(context.peer) \(context.endpointPath ?? "")"
    }
    group.post("text") { request, context in try await request.decode(as: String.self, context: context) }
    try await TestServer.run(router: router) { test async throws in
      #expect(try await test.http.request("GET", "/me/x").status == 401)
      let signedIn = [("Authorization", "Ann")]
      #expect(try await test.http.request("GET", "/me/x", headers: signedIn).text == "Ann x 127.0.0.1 /me/:what")
      let post = { (text: String) in
        try await test.http.request("POST", "/me/text", headers: signedIn, body: Array(text.utf8))
      }
      #expect(try await post("\"12345678\"").text == "12345678")
      #expect(try await post("\"123456789\"").status == 413)
    }
  }
}
