import SnippetBridge

extension DemoServer {
  /// The HTTP routes that the demo adds to the server.
  static var router: Router<BasicRequestContext> {
    let router = Router()
    router.get("/api/health", immediate: true, options: .waivesToken) { request, context in
      ["ok": true]
    }
    router.get("/api/temperature") { request, context in
      EventStream { events in
        for await celsius in Thermometer().readings() {
          try await events.send(ServerSentEvent(encoding: celsius))
        }
      }
    }
    router.get("/api/slow-picture") { request, context in
      try await Task.sleep(for: .seconds(3))
      return Response(status: .seeOther, headers: [.location: "/demo/icon.svg", .cacheControl: "no-store"])
    }
    router.get("/api/temperatures.csv") { request, context in
      let lines = (1...20_000).map { "\($0),\(Thermometer.celsius(at: $0))" }
      return Response(
        status: .ok,
        headers: [.contentType: "text/csv", .contentDisposition: "attachment; filename=\"temperatures.csv\""],
        body: ResponseBody(string: "step,celsius\n" + lines.joined(separator: "\n")))
    }
    return router
  }
}
