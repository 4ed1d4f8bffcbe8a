import SnippetBridge

extension Demo {
  /// What the server answers beside its pages and calls.
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
    return router
  }
}
