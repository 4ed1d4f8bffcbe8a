import SnippetShell

/// The hotel's pages. `slow.html` is delayed by 3 seconds, to show the loading view.
struct LakesideDocuments: DocumentSource {
  let folder: FolderDocuments

  func document(at path: String) async throws -> PageContent? {
    if path == "slow.html" { try await Task.sleep(for: .seconds(3)) }
    return folder.document(at: path)
  }
}
