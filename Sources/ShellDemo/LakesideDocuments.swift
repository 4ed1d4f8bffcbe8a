import SnippetShell

/// The hotel's pages. One is kept back for a while, so that there is something to wait for.
struct LakesideDocuments: DocumentSource {
  let folder: FolderDocuments

  func document(at path: String) async throws -> Document? {
    if path == "slow.html" { try await Task.sleep(for: .seconds(3)) }
    return folder.document(at: path)
  }
}
