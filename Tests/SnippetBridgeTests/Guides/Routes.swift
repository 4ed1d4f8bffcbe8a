import Foundation
import HTTPTypes
import SnippetBridge

// The code of docs/guides/routes.md.

@Exposed
struct Notes {
  func count() -> Int { 0 }
}

struct Health: ResponseEncodable {
  var ok = true
}

func makeServer() throws -> BridgeServer {
  let router = Router()
  router.get("/api/health") { request, context in
    Health()
  }
  return try BridgeServer(configuration: .init(root: "public"), router: router) { webView in
    webView.addInterface(Notes(), by: "notes")
  }
}

func addPaths(to router: Router<BasicRequestContext>) {
  router.get("users/:id") { request, context in
    let id = try context.parameters.require("id", as: Int.self)
    return "user \(id), page \(request.uri.queryParameters.get("page") ?? "1")"
  }
  router.get("pictures/{name}.jpg") { request, context in
    FileResponse(path: "pictures/\(context.parameters.get("name") == "cat" ? "cat" : "none").jpg")
  }
  router.get("files/**") { request, context in
    context.parameters.getCatchAll().joined(separator: ", ")
  }
  router.group("api/v1")
    .get("notes") { request, context in ["first", "second"] }
    .delete("notes/:id") { request, context in HTTPResponse.Status.noContent }
}

struct Note: ResponseCodable {
  var text: String
}

func addBodies(to router: Router<BasicRequestContext>) {
  router.post("notes") { request, context in
    let note = try await request.decode(as: Note.self, context: context)
    return EditedResponse(status: .created, response: note)
  }
  router.put("upload") { request, context in
    var size = 0
    for try await chunk in request.body { size += chunk.count }
    return "\(size) bytes"
  }
  router.put("avatar") { request, context in
    let bytes = try await request.body.collect(upTo: 1 << 20)
    return "\(bytes.count) bytes"
  }
}

func addAnswers(to router: Router<BasicRequestContext>) {
  router.get("report") { request, context in
    Response(
      status: .ok, headers: [.contentType: "text/csv"],
      body: ResponseBody { writer in
        for line in 1...1000 { try await writer.write("\(line),\(line * line)\n") }
        try await writer.finish(nil)
      })
  }
  router.get("clock") { request, context in
    EventStream { events in
      while true {
        try await events.send(ServerSentEvent(data: "\(Date())", event: "tick"))
        try await Task.sleep(for: .seconds(1))
      }
    }
  }
}

func addQuickRoute(to router: Router<BasicRequestContext>) {
  router.get("/api/health", immediate: true, options: .waivesToken) { request, context in
    Health()
  }
}

struct Timing<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    var response = try await next(request, context)
    if let name = HTTPField.Name("Server-Timing") {
      response.headers[name] = "app;dur=\((.now - start) / .milliseconds(1))"
    }
    return response
  }
}

func addMiddleware(to router: Router<BasicRequestContext>) {
  router.add(middleware: Timing())
  router.get("timed") { request, context in "hello" }
}

struct UserContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  var user: String?

  init(source: Source) { coreContext = .init(source: source) }
}

struct SigningIn: RouterMiddleware {
  func handle(
    _ request: Request, context: UserContext, next: (Request, UserContext) async throws -> Response
  ) async throws -> Response {
    guard let user = request.headers[.authorization] else { throw HTTPError(.unauthorized) }
    var context = context
    context.user = user
    return try await next(request, context)
  }
}

func makeUserRouter() -> Router<UserContext> {
  let router = Router(context: UserContext.self)
  router.group("me").add(middleware: SigningIn()).get { request, context in context.user }
  return router
}
