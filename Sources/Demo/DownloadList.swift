import Foundation
import SnippetBridge
import Synchronization

/// The downloads of all pages, and the folder in which they are saved.
package final class DownloadList: Sendable {
  struct Entry: Encodable, Sendable {
    enum State: String, Encodable {
      case running, completed, failed
    }

    /// The name to show: the name in the URL at first, and the name of the saved file after the download is complete.
    var name: String
    var bytes: Int
    /// The completed fraction from 0 to 1, or `nil` if the size is unknown.
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
    /// The identifier of the web view whose page requested the download, or `nil` if it is unknown.
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
        // The name of a saved file begins with the time and `_`. The name to show omits this beginning.
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

  /// The server's configuration for files that a browser would save.
  var downloads: Downloads {
    var downloads = Downloads(folder: folder)
    downloads.started = { [self] download, webView in follow(download, of: webView?.id) }
    return downloads
  }

  /// Returns the downloads from the pages of one web view, newest first.
  func entries(of webView: String) -> [Entry] {
    kept.withLock { $0 }.filter { $0.webView == nil || $0.webView == webView }.suffix(4).reversed().map(\.entry)
  }

  /// The files in the folder, newest first.
  var files: [File] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: URL(filePath: folder), includingPropertiesForKeys: [.fileSizeKey])
    // File names begin with the time, so sorting by name sorts by time. The names of incomplete files begin with a dot.
    return (files ?? []).filter { !$0.lastPathComponent.hasPrefix(".") }
      .sorted { $0.lastPathComponent > $1.lastPathComponent }
      .prefix(8).map { file in
        let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize
        return File(name: file.lastPathComponent, bytes: size ?? 0)
      }
  }

  /// Deletes the folder, because the files are needed only while the program runs.
  package func removeFiles() {
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
