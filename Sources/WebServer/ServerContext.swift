import Logging

/// What all loops and connections of one server share. Immutable.
final class ServerContext: Sendable {
  let configuration: WebServerConfiguration
  let handler: any RequestHandler
  let logger: Logger
  let knownHeaders: KnownHeaders
  let date = DateHeader()
  let connections: ConnectionCounter
  let bodies: BodyBudget

  init(configuration: WebServerConfiguration, handler: any RequestHandler, logger: Logger) {
    self.configuration = configuration.bounded
    self.handler = handler
    self.logger = logger
    knownHeaders = KnownHeaders(extra: configuration.extraHeaderNames)
    connections = ConnectionCounter(configuration.connections)
    bodies = BodyBudget(maximumTotalBodySize: configuration.http.maximumTotalBodySize)
  }
}
