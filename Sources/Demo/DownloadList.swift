import Foundation
import SnippetBridge
import Synchronization

/// The downloads of all pages, and the folder they go to.
final class DownloadList: Sendable {
  struct Entry: Encodable, Sendable {
    enum State: String, Encodable {
      case running, completed, failed
    }

    /// What is known of its name: that in the folder is known at the end.
    var name: String
    var bytes: Int
    /// From 0 to 1; nil when nobody has said how long it will be.
    var fraction: Double?
    var state: State
    var reason: String?
  }

  struct File: Encodable, Sendable {
    var name: String
    var bytes: Int
  }

  private struct Kept {
    let id: UUID
    /// Whose page has wanted it; nil where nobody can tell.
    let webView: String?
    let download: Download
    var state: DownloadState?

    var entry: Entry {
      let name = download.source?.lastPathComponent ?? "Made in the page"
      let progress = download.progress
      return switch state {
      case nil:
        Entry(name: name, bytes: progress.bytes, fraction: progress.fraction, state: .running)
      case .completed(let info):
        // Without the time before it.
        Entry(
          name: info.downloadedFilename.drop { $0 != "_" }.dropFirst().description, bytes: info.bytes, fraction: 1,
          state: .completed)
      case .failed(let error):
        Entry(name: name, bytes: progress.bytes, fraction: progress.fraction, state: .failed, reason: "\(error)")
      }
    }
  }

  let changes = Signal()
  let folder: String
  private let kept = Mutex<[Kept]>([])

  init(folder: String) {
    self.folder = folder
  }

  /// What the server is to do with files that a browser would save.
  var downloads: Downloads {
    var downloads = Downloads(folder: folder)
    downloads.started = { [self] download, webView in follow(download, of: webView?.id) }
    return downloads
  }

  /// Those of one web view's pages, the newest first.
  func entries(of webView: String) -> [Entry] {
    kept.withLock { $0 }.filter { $0.webView == nil || $0.webView == webView }.suffix(4).reversed().map(\.entry)
  }

  /// What is in the folder, the newest first.
  var files: [File] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: URL(filePath: folder), includingPropertiesForKeys: [.fileSizeKey])
    // Names begin with the time. Those of files that are still being written begin with a dot.
    return (files ?? []).filter { !$0.lastPathComponent.hasPrefix(".") }
      .sorted { $0.lastPathComponent > $1.lastPathComponent }
      .prefix(8).map { file in
        let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize
        return File(name: file.lastPathComponent, bytes: size ?? 0)
      }
  }

  /// The files are for looking at while the program runs.
  func removeFiles() {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func follow(_ download: Download, of webView: String?) {
    let id = UUID()
    kept.withLock { $0 = $0.suffix(19) + [Kept(id: id, webView: webView, download: download)] }
    Task {
      for await _ in download.progressUpdates { changes.send() }
      let state = await download.state
      kept.withLock { kept in
        if let index = kept.firstIndex(where: { $0.id == id }) { kept[index].state = state }
      }
      changes.send()
    }
  }
}
