/// The changes that were found together.
struct ChangeSet: Equatable, Sendable {
  /// The paths of changed documents and of files that documents load, as in URLs: `/style.css`.
  var documents: [String] = []
  /// Indicates whether the program must be built again.
  var needsBuild = false

  var isEmpty: Bool { documents.isEmpty && !needsBuild }
}

/// The folders that `snippet-bridge dev` watches, and what their files are for. All paths are absolute and contain no
/// symbolic links.
struct WatchedFolders: Sendable {
  /// The folders and files from which the program is built.
  var sources: [String]
  /// The folders of the program's documents.
  var roots: [String] = []

  /// Returns the documents among the changed files, and whether the program must be built again.
  func changes(of paths: [String]) -> ChangeSet {
    var changes = ChangeSet()
    for path in paths {
      let documents = roots.filter { Self.contains($0, path) }.map { String(path.dropFirst($0.count)) }
      changes.documents += documents.filter { !$0.isEmpty && !changes.documents.contains($0) }
      // Documents may be in a folder of sources. Of these files, only Swift files require a build.
      if documents.isEmpty || path.hasSuffix(".swift"), sources.contains(where: { Self.contains($0, path) }) {
        changes.needsBuild = true
      }
    }
    return changes
  }

  private static func contains(_ folder: String, _ path: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }
}
