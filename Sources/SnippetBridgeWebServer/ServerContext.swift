import Logging

/// The immutable state that all loops and connections of one server share.
final class ServerContext: Sendable {
  let configuration: WebServerConfiguration
  let handler: any RequestHandler
  /// The observer of requests, or `nil` if requests are not observed.
  let observer: (any RequestObserver)?
  let logger: Logger
  let date = DateHeader()
  let connections: ConnectionCounter
  let arrivals: ArrivalBudget
  let parserLimits: MessageLimits

  init(
    configuration: WebServerConfiguration, handler: any RequestHandler, observer: (any RequestObserver)?, logger: Logger
  ) {
    self.configuration = configuration.bounded
    self.handler = handler
    self.observer = observer
    self.logger = logger
    connections = ConnectionCounter(configuration.connections)
    arrivals = ArrivalBudget(maximumTotalBodySize: configuration.http.maximumTotalBodySize)
    parserLimits = MessageLimits(
      requestLine: configuration.http.maximumRequestLineSize, head: configuration.http.maximumHeadSize,
      fieldCount: configuration.http.maximumFieldCount)
  }
}
