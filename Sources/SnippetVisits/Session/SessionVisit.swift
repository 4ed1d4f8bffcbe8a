import Foundation

/// A visit of a session. A value type without side effects.
struct SessionVisit: Sendable, Hashable {
  enum State: Sendable, Hashable { case started, completed, canceled, failed }
  enum Request: Sendable, Hashable { case none, started, finished }

  /// The number that Swift has given the visit. The page's message `visitStarted` contains this number.
  let number: Int
  let screen: SessionState.Key
  let url: URL
  let options: VisitOptions
  /// Whether the iframe loads a new document. Otherwise, Turbo changes the current document.
  var isColdBoot: Bool
  var state = State.started
  var request = Request.none
  /// Turbo's identifier; `nil` before Turbo has started the visit.
  var identifier: String?
  var isRendered = false
  /// Whether the visit was repeated as a cold boot after its request had failed.
  var isRetry = false
}
