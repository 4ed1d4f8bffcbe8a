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
  /// Logs the decision of a handler. Returns the decision.
  func logged<Decision>(_ decision: Decision, of handler: any DecisionHandler) -> Decision {
    config.logger.log(
      level: config.debugLoggingEnabled ? .info : .debug, "a navigation was decided",
      metadata: ["handler": "\(handler.name)", "decision": "\(decision)"])
    return decision
  }
}
