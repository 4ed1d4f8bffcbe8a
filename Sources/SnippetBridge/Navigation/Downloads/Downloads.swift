public import DSBridge
import Foundation
import Logging

/// A configuration that makes the server, instead of the browser, save downloaded files.
///
/// Downloaded files are the targets of links with the attribute `download`, including `blob:` and `data:` URLs,
/// responses with `Content-Disposition: attachment`, and responses of types that browsers do not show. Corresponds to
/// TWS's downloads.
///
///     configuration.downloads = Downloads(folder: "Downloads") { state, webView in
///       if case .completed(let info) = state { print(info.downloadedLocation) }
///     }
public struct Downloads: Sendable {
  /// The folder in which files are saved.
  public var folder: DownloadFolder
  /// The maximum size of one file, in bytes; 1 GiB by default. A larger download fails.
  public var maximumSize = 1 << 30
  /// The maximum size of all files in the folder, in bytes. If `nil`, the default, there is no limit.
  ///
  /// Files from other programs count too, and each file counts as at least 4,096 bytes. A download that would exceed
  /// the limit fails. The server never deletes complete files; the program is responsible for that.
  public var maximumTotalSize: Int?
  /// Whether the browser saves the files too, as it does without this configuration. `false` by default.
  ///
  /// The content of some responses can be read only once: responses that routes write in parts, and responses from
  /// proxied sites. For these responses, the server sends the saved file to the browser, so ``completed`` must not move
  /// the file.
  public var alsoSavesInBrowser = false
  /// A handler that is called when a download begins. The web view is the one whose page requested the download. Called
  /// on any thread.
  public var started: (@Sendable (Download, WebView?) -> Void)?
  /// A handler that is called once for each download, when it completes or fails. Called on any thread. The web view is
  /// `nil` if it was closed in the meantime.
  public var completed: (@Sendable (DownloadState, WebView?) -> Void)?

  private let room = DownloadRoom()

  /// Creates a configuration. The folder is created when the first file is saved.
  public init(
    folder: String, completed: (@Sendable (DownloadState, WebView?) -> Void)? = nil,
    started: (@Sendable (Download, WebView?) -> Void)? = nil
  ) {
    self.folder = DownloadFolder(path: folder)
    self.started = started
    self.completed = completed
  }

  /// Creates a configuration with both handlers. The parameters are in the order in which the handlers are called.
  public init(
    folder: String, started: @escaping @Sendable (Download, WebView?) -> Void,
    completed: @escaping @Sendable (DownloadState, WebView?) -> Void
  ) {
    self.init(folder: folder, completed: completed, started: started)
  }

  /// Throws an error if the folder's path is the path of a file.
  func check() throws(BridgeServerError) {
    var isFolder: ObjCBool = true
    guard !FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) || isFolder.boolValue else {
      throw BridgeServerError("Cannot save downloads in \(folder.path): it is not a folder.")
    }
  }

  /// Deletes the part files of earlier processes that ended during a download. All other files are kept.
  func removeLeftovers(logger: Logger) {
    let count = PartFile.removeLeftovers(in: folder.path, olderThan: Date())
    guard count > 0 else { return }
    logger.notice(
      "incomplete downloads of an earlier process were removed",
      metadata: ["count": "\(count)", "folder": "\(folder.path)"])
  }

  /// Starts to save `body` and returns the download.
  func save<Body: AsyncSequence & Sendable>(
    _ body: Body, as name: String, length: Int? = nil, from source: URL?, of webView: WebView?
  ) -> Download where Body.Element == [UInt8] {
    webView?.note("download.started", encoding: ["file": name])
    let download = folder.save(
      body, as: name, length: length, limit: maximumSize, from: source, within: maximumTotalSize.map { (room, $0) }
    ) { [completed = webView?.bindings.downloadCompleted ?? completed, weak webView] state in
      switch state {
      case .completed(let info):
        webView?.note("download.completed", encoding: ["file": info.downloadedLocation, "bytes": "\(info.bytes)"])
      case .failed(let error):
        webView?.note("download.failed", encoding: ["error": "\(error)"])
        webView?.logger.warning("a download was not saved", metadata: ["error": "\(error)"])
      }
      completed?(state, webView)
    }
    started?(download, webView)
    return download
  }
}
