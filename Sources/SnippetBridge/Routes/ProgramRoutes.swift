import SnippetBridgeRoutes

/// The routes of a program and their open event streams.
struct ProgramRoutes: Sendable {
  let table: RouteTable
  let streams = EventStreams()
}

extension RouteTable.Match {
  var waivesToken: Bool {
    guard case .endpoint(let endpoint, _) = self else { return false }
    return endpoint.options.contains(.waivesToken)
  }
}
