import DSBridgeLocks
package import Logging

/// A log handler that limits how often the same message is logged, so that a peer that is rejected repeatedly cannot
/// fill the disk. Text from peers is made safe by ``LoggedText``. Logging never blocks the caller, because another
/// thread writes the lines. ``Logger/flush(within:)`` waits for that thread.
package struct SparingLogHandler: LogHandler {
  private var handler: any LogHandler
  let queue = LogQueue()

  package init(_ handler: any LogHandler) { self.handler = handler }

  package func log(event: LogEvent) {
    var event = event
    event.message = "\(LoggedText.made(of: event.message.description, upTo: LoggedText.maximumMessageSize))"
    // The metadata of the current task is read here, because the thread that writes the line does not run in this task.
    let ofTask = handler.metadataProvider?.get() ?? [:]
    if event.metadata != nil || !ofTask.isEmpty {
      event.metadata = LoggedText.made(of: ofTask.merging(event.metadata ?? [:]) { $1 })
    }
    event.error = event.error.map(LoggedError.init)
    // Below the level `notice`, every line is logged, because a program that enables these levels wants to see all
    // lines.
    guard event.level >= .notice else { return queue.write(event, by: handler) }
    switch queue.limit.withLock({ $0.verdict(on: event.message.description, at: .now) }) {
    case .say(leftOut: 0): break
    case .say(let leftOut): event.metadata = (event.metadata ?? [:]).merging(["leftOut": "\(leftOut)"]) { $1 }
    case .sayLast:
      event.metadata = (event.metadata ?? [:]).merging(["leftOut": "further lines, for up to a minute"]) { $1 }
    case .leaveOut: return
    }
    queue.write(event, by: handler)
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { handler[metadataKey: key] }
    set { handler[metadataKey: key] = newValue.map { LoggedText.made(of: $0) } }
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
