/// The page load a web view shows now, as far as the bridge knows it.
struct Document {
  let id: DocumentID
  var inbox = Inbox()
  var outbox = Outbox()
  /// Nil while no socket of it is connected.
  var channel: (any DocumentChannel)? {
    didSet { keptWhileAway = 0 }
  }
  /// What was sent since then, in bytes.
  var keptWhileAway = 0
  /// True from its first socket on.
  var hasConnected = false
  /// True once its own scripts have run: then it gets calls and scripts.
  var isReady = false
  /// Counts what was heard of it, to tell whether it is silent.
  var activity = 0

  init(id: DocumentID) {
    self.id = id
  }
}
