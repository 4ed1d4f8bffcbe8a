import Logging
import Synchronization

/// Passes on what is logged, the same message only so often: a peer that is refused again and again must not fill a disk.
struct SparingLogHandler: LogHandler {
  private final class Shared: Sendable {
    let limit = Mutex(MessageLimit())
  }

  private var handler: any LogHandler
  private let shared = Shared()

  init(_ handler: any LogHandler) { self.handler = handler }

  func log(event: LogEvent) {
    // A peer cannot cause the others at will, or whoever wants to see them has asked for it.
    guard event.level >= .warning else { return handler.log(event: event) }
    var event = event
    switch shared.limit.withLock({ $0.verdict(on: event.message.description, at: .now) }) {
    case .say(leftOut: 0): break
    case .say(let leftOut): event.metadata = (event.metadata ?? [:]).merging(["leftOut": "\(leftOut)"]) { $1 }
    case .sayLast: event.metadata = (event.metadata ?? [:]).merging(["leftOut": "the next, for up to a minute"]) { $1 }
    case .leaveOut: return
    }
    handler.log(event: event)
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { handler[metadataKey: key] }
    set { handler[metadataKey: key] = newValue }
  }

  var metadata: Logger.Metadata {
    get { handler.metadata }
    set { handler.metadata = newValue }
  }

  var metadataProvider: Logger.MetadataProvider? {
    get { handler.metadataProvider }
    set { handler.metadataProvider = newValue }
  }

  var logLevel: Logger.Level {
    get { handler.logLevel }
    set { handler.logLevel = newValue }
  }
}
