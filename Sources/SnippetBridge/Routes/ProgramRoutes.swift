import Routes

/// The routes of a program, and its event streams that are open.
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
