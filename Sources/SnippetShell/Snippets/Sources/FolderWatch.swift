/// Says that something in a folder has changed.
protocol FolderWatching: Sendable {
  /// One signal for one or more changes; ends when the folder itself is gone. From the return of this function on no
  /// change is missed.
  func changes(of folder: String) throws -> AsyncStream<Void>
}

/// A call of the system that failed.
struct SystemError: Error, CustomStringConvertible {
  let description: String
}
