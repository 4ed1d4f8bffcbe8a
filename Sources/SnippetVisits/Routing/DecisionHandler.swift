import Logging

/// A handler that decides how to handle navigations. In a list of handlers, the first one that matches decides.
public protocol DecisionHandler: Sendable {
  /// The name of the handler, for the log.
  var name: String { get }
}

extension DecisionHandler {
  /// The name of the type.
  public var name: String { "\(Self.self)" }
}

extension Navigator.Configuration {
  /// Returns the decision of the first handler that matches, or `nil` if no handler matches.
  func firstDecision<Handler, Decision>(
    of handlers: [Handler], matching matches: (Handler) -> Bool, _ decide: (Handler) -> Decision
  ) -> Decision? {
    guard let handler = handlers.first(where: matches) else { return nil }
    let decision = decide(handler)
    config.logger.log(
      level: config.debugLoggingEnabled ? .info : .debug, "a navigation was decided",
      metadata: ["handler": "\((handler as? any DecisionHandler)?.name ?? "")", "decision": "\(decision)"])
    return decision
  }
}
