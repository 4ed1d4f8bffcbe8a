public import DSBridge
import Foundation
import Logging

/// What becomes of files that a page would have its browser save: links with `download`, answers with
/// `Content-Disposition: attachment`, types that browsers do not show, `blob:` and `data:`. Seed: TWS's downloads.
///
///     configuration.downloads = Downloads(folder: "Downloads") { state, webView in
///       if case .completed(let info) = state { print(info.downloadedLocation) }
///     }
public struct Downloads: Sendable {
  /// Where they are written.
  public var folder: DownloadFolder
  /// Of one file, in bytes; a larger one fails.
  public var maximumSize = 1 << 30
  /// Of all files in the folder, in bytes, whoever has put them there; a download that would make it more fails. Nil:
  /// as much as the disk holds. Nothing is deleted: that is the program's to do.
  public var maximumTotalSize: Int?
  /// Whether the browser saves them too, as it would by itself. It gets what a route writes, and what the target of a
  /// remote snippet sends, from the saved file: ``completed`` must leave that where it is.
  public var areHandedOn = false
  /// Called when one begins, on any thread, with the web view whose page wants it.
  public var started: (@Sendable (Download, WebView?) -> Void)?
  /// Called once for each, when it is whole or has failed; on any thread. The web view is nil where it has ended
  /// meanwhile.
  public var completed: (@Sendable (DownloadState, WebView?) -> Void)?

  private let room = DownloadRoom()

  /// Creates a configuration. `folder` is created when the first file arrives.
  public init(
    folder: String, completed: (@Sendable (DownloadState, WebView?) -> Void)? = nil,
    started: (@Sendable (Download, WebView?) -> Void)? = nil
  ) {
    self.folder = DownloadFolder(path: folder)
    self.started = started
    self.completed = completed
  }

  /// Creates a configuration with both handlers in the order in which they are called.
  public init(
    folder: String, started: @escaping @Sendable (Download, WebView?) -> Void,
    completed: @escaping @Sendable (DownloadState, WebView?) -> Void
  ) {
    self.init(folder: folder, completed: completed, started: started)
  }

  /// Throws when nothing could ever be written there.
  func check() throws(BridgeServerError) {
    var isFolder: ObjCBool = true
    guard !FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) || isFolder.boolValue else {
      throw BridgeServerError("\(folder.path) is no folder: downloads cannot be saved there.")
    }
  }

  /// Removes what downloads have left whose process ended in the middle: nothing else that is there.
  func removeLeftovers(logger: Logger) {
    let count = PartFile.removeLeftovers(in: folder.path, olderThan: Date())
    guard count > 0 else { return }
    logger.notice(
      "parts of downloads were removed, which an earlier process has left",
      metadata: ["count": "\(count)", "folder": "\(folder.path)"])
  }

  /// Begins to save `body`.
  func save<Body: AsyncSequence & Sendable>(
    _ body: Body, as name: String, length: Int? = nil, from source: URL?, of webView: WebView?
  ) -> Download where Body.Element == [UInt8] {
    let download = folder.save(
      DownloadBody(body, name: name, limit: maximumSize), as: name, length: length, from: source,
      within: maximumTotalSize.map { DownloadFolder.Allowance(room: room, limit: $0) }
    ) { [completed, weak webView] state in
      if case .failed(let error) = state {
        webView?.logger.warning("a download was not saved", metadata: ["error": "\(error)"])
      }
      completed?(state, webView)
    }
    started?(download, webView)
    return download
  }
}
