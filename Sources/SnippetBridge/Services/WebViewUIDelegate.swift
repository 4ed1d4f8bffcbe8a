public import DSBridge
import Foundation

/// A delegate that handles dialogs of pages in place of the browser. The names are the same as in `WKUIDelegate`.
///
/// The page is blocked while a function runs, for at most ``WebView/Limits/blockingCallTimeLimit``. After that time, or
/// if a function is not implemented, the browser shows its own dialog. The functions run outside of the web view's
/// isolation, on any thread.
///
/// Do not wait for a shell's dialog, such as `await shell.confirm(…)`, in these functions. In Firefox and WebKit, a
/// blocked page also blocks the shell's page. The dialog then never appears, and both pages are blocked until the time
/// limit expires. Return ``DialogAnswer/browser`` instead (docs/guides/services.md).
public protocol WebViewUIDelegate: Sendable {
  /// Handles `alert(message)`.
  func webView(_ webView: WebView, runJavaScriptAlertPanelWithMessage message: String) async -> DialogAnswer<Void>

  /// Handles `confirm(message)`.
  func webView(_ webView: WebView, runJavaScriptConfirmPanelWithMessage message: String) async -> DialogAnswer<Bool>

  /// Handles `prompt(prompt, defaultText)`. The answer `nil` means that the dialog was cancelled.
  func webView(
    _ webView: WebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String
  ) async -> DialogAnswer<String?>

  /// Selects the files for an `<input type="file">`. The answer `nil` means that the dialog was cancelled.
  func webView(
    _ webView: WebView, runOpenPanelWith parameters: OpenPanelParameters
  ) async -> DialogAnswer<[ChosenFile]?>

  /// Returns whether the browser leaves the page without asking the user, even if a `beforeunload` listener of the page
  /// requests a confirmation. Called already when the page loads, because a page cannot wait for an answer while the
  /// browser is leaving it.
  func webViewLeavesSilently(_ webView: WebView) async -> Bool
}

extension WebViewUIDelegate {
  /// Makes the browser show its own dialog.
  public func webView(
    _ webView: WebView, runJavaScriptAlertPanelWithMessage message: String
  ) async -> DialogAnswer<Void> { .browser }

  /// Makes the browser show its own dialog.
  public func webView(
    _ webView: WebView, runJavaScriptConfirmPanelWithMessage message: String
  ) async -> DialogAnswer<Bool> { .browser }

  /// Makes the browser show its own dialog.
  public func webView(
    _ webView: WebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String
  ) async -> DialogAnswer<String?> { .browser }

  /// Makes the browser show its own dialog.
  public func webView(
    _ webView: WebView, runOpenPanelWith parameters: OpenPanelParameters
  ) async -> DialogAnswer<[ChosenFile]?> { .browser }

  /// Returns `false`, so that the browser asks the user for confirmation if the page requests it.
  public func webViewLeavesSilently(_ webView: WebView) async -> Bool { false }
}

/// An answer from a ``WebViewUIDelegate``.
public enum DialogAnswer<Value: Sendable>: Sendable {
  /// The browser shows its own dialog.
  case browser
  /// The page receives this value, and the browser shows no dialog.
  case answer(Value)
}

/// The files that a page requests with a file input.
public struct OpenPanelParameters: Sendable, Hashable, Decodable {
  /// The value of the input's `accept` attribute, such as `image/*,.pdf`. Empty if any file is accepted.
  public let accept: String
  /// Whether the page accepts several files.
  public let allowsMultipleSelection: Bool
  /// Whether the page requests all files in a folder.
  public let allowsDirectories: Bool

  private enum CodingKeys: String, CodingKey {
    case accept, allowsMultipleSelection = "multiple", allowsDirectories = "directory"
  }
}

/// A file to pass to a page's `<input type="file">`.
public struct ChosenFile: Sendable, Hashable, Encodable {
  /// The file name that the page receives.
  public var name: String
  /// The media type, or an empty string if it is unknown.
  public var type: String
  /// The content. All files in one answer are sent in a single message, so the message size limit applies to their
  /// total size.
  public var bytes: [UInt8]

  /// Creates a file.
  public init(name: String, type: String = "", bytes: [UInt8]) {
    self.name = name
    self.type = type
    self.bytes = bytes
  }

  private enum CodingKeys: CodingKey {
    case name, type, data
  }

  /// Encodes the file, with its content as Base64.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(type, forKey: .type)
    try container.encode(Data(bytes).base64EncodedString(), forKey: .data)
  }
}
