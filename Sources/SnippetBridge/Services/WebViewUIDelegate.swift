public import DSBridge
import Foundation

/// A delegate that answers the dialogs of pages instead of the browser. The names are those of `WKUIDelegate`.
///
/// The page waits while a function runs, for at most ``WebView/Limits/blockingCallTimeLimit``. After that time, and for
/// each function that is not implemented, the browser shows its own dialog. The functions run outside of the web
/// view's isolation, on any thread.
///
/// Do not wait for a dialog of a shell here: `await shell.confirm(…)`. In Firefox and WebKit, a page that waits stops
/// the shell's page too, so that the dialog is never drawn, and both pages are blocked until the time limit. Return
/// ``DialogAnswer/browser`` instead (docs/guides/services.md).
public protocol WebViewUIDelegate: Sendable {
  /// Answers `alert(message)`.
  func webView(_ webView: WebView, runJavaScriptAlertPanelWithMessage message: String) async -> DialogAnswer<Void>

  /// Answers `confirm(message)`.
  func webView(_ webView: WebView, runJavaScriptConfirmPanelWithMessage message: String) async -> DialogAnswer<Bool>

  /// Answers `prompt(prompt, defaultText)`. `nil` stands for a cancelled dialog.
  func webView(
    _ webView: WebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String
  ) async -> DialogAnswer<String?>

  /// Chooses the files of an `<input type="file">`. `nil` stands for a cancelled dialog.
  func webView(
    _ webView: WebView, runOpenPanelWith parameters: OpenPanelParameters
  ) async -> DialogAnswer<[ChosenFile]?>

  /// Returns whether a page is left without the confirmation that its `beforeunload` listeners request. Called when the
  /// page loads, because a page cannot wait for an answer while it is being left.
  func webViewLeavesSilently(_ webView: WebView) async -> Bool
}

extension WebViewUIDelegate {
  /// Leaves the dialog to the browser.
  public func webView(
    _ webView: WebView, runJavaScriptAlertPanelWithMessage message: String
  ) async -> DialogAnswer<Void> { .browser }

  /// Leaves the dialog to the browser.
  public func webView(
    _ webView: WebView, runJavaScriptConfirmPanelWithMessage message: String
  ) async -> DialogAnswer<Bool> { .browser }

  /// Leaves the dialog to the browser.
  public func webView(
    _ webView: WebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String
  ) async -> DialogAnswer<String?> { .browser }

  /// Leaves the dialog to the browser.
  public func webView(
    _ webView: WebView, runOpenPanelWith parameters: OpenPanelParameters
  ) async -> DialogAnswer<[ChosenFile]?> { .browser }

  /// Returns `false`: the browser asks the user for confirmation if the page requests it.
  public func webViewLeavesSilently(_ webView: WebView) async -> Bool { false }
}

/// The answer of a ``WebViewUIDelegate``.
public enum DialogAnswer<Value: Sendable>: Sendable {
  /// The browser shows its own dialog.
  case browser
  /// The page receives this value, and the browser shows no dialog.
  case answer(Value)
}

/// The files that a page asks for.
public struct OpenPanelParameters: Sendable, Hashable, Decodable {
  /// The value of the input's `accept`, such as `image/*,.pdf`; empty for any file.
  public let accept: String
  /// Whether the page accepts several files.
  public let allowsMultipleSelection: Bool
  /// Whether the page asks for the files of a folder.
  public let allowsDirectories: Bool

  private enum CodingKeys: String, CodingKey {
    case accept, allowsMultipleSelection = "multiple", allowsDirectories = "directory"
  }
}

/// A file for a page's `<input type="file">`.
public struct ChosenFile: Sendable, Hashable, Encodable {
  /// The name that the page sees.
  public var name: String
  /// The media type; empty for an unknown one.
  public var type: String
  /// The content. All files of one answer are sent in one message.
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

  /// Encodes the content as Base64.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(type, forKey: .type)
    try container.encode(Data(bytes).base64EncodedString(), forKey: .data)
  }
}
