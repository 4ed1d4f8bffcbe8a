package import Logging
import Synchronization

/// Passes on what is logged, whoever has caused it: the same message only so often, since a peer that is refused again and again must not fill a disk, and
/// what peers say as ``LoggedText``.
package struct SparingLogHandler: LogHandler {
  private final class Shared: Sendable {
    let limit = Mutex(MessageLimit())
  }

  private var handler: any LogHandler
  private let shared = Shared()

  package init(_ handler: any LogHandler) { self.handler = handler }

  package func log(event: LogEvent) {
    var event = event
    event.message = "\(LoggedText.made(of: event.message.description, upTo: LoggedText.maximumMessageSize))"
    event.metadata = event.metadata.map(LoggedText.made(of:))
    event.error = event.error.map(LoggedError.init)
    // Whoever wants to see the others has asked for it.
    guard event.level >= .notice else { return handler.log(event: event) }
    switch shared.limit.withLock({ $0.verdict(on: event.message.description, at: .now) }) {
    case .say(leftOut: 0): break
    case .say(let leftOut): event.metadata = (event.metadata ?? [:]).merging(["leftOut": "\(leftOut)"]) { $1 }
    case .sayLast: event.metadata = (event.metadata ?? [:]).merging(["leftOut": "the next, for up to a minute"]) { $1 }
    case .leaveOut: return
    }
    handler.log(event: event)
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { handler[metadataKey: key] }
    set { handler[metadataKey: key] = newValue.map(LoggedText.made(of:)) }
  }

  package var metadata: Logger.Metadata {
    get { handler.metadata }
    set { handler.metadata = LoggedText.made(of: newValue) }
  }

  package var metadataProvider: Logger.MetadataProvider? {
    get { handler.metadataProvider }
    set { handler.metadataProvider = newValue }
  }

  package var logLevel: Logger.Level {
    get { handler.logLevel }
    set { handler.logLevel = newValue }
  }
}
