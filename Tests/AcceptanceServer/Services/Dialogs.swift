import SnippetBridge

/// A delegate whose answers the test page sets. It records the questions.
actor Dialogs: WebViewUIDelegate {
  private(set) var asked: [String] = []
  private var answers: [String: String?] = [:]

  func answer(_ kind: String, _ text: String?) { answers[kind] = .some(text) }

  func webView(_ webView: WebView, runJavaScriptAlertPanelWithMessage message: String) async -> DialogAnswer<Void> {
    asked.append("alert \(message)")
    return answers["alert"] == nil ? .browser : .answer(())
  }

  func webView(_ webView: WebView, runJavaScriptConfirmPanelWithMessage message: String) async -> DialogAnswer<Bool> {
    asked.append("confirm \(message)")
    return answers["confirm"].map { .answer($0 == "true") } ?? .browser
  }

  func webView(
    _ webView: WebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String
  ) async -> DialogAnswer<String?> {
    asked.append("prompt \(prompt) \(defaultText)")
    return answers["prompt"].map { .answer($0) } ?? .browser
  }

  func webView(
    _ webView: WebView, runOpenPanelWith parameters: OpenPanelParameters
  ) async -> DialogAnswer<[ChosenFile]?> {
    asked.append("files \(parameters.accept)")
    return answers["files"].map { text in
      .answer(text.map { [ChosenFile(name: "a.txt", type: "text/plain", bytes: Array($0.utf8))] })
    } ?? .browser
  }
}

/// An interface by which a page controls ``Dialogs``.
@Exposed
struct DialogControl: Sendable {
  let dialogs: Dialogs

  func answer(kind: String, text: String?) async { await dialogs.answer(kind, text) }
  func asked() async -> [String] { await dialogs.asked }
}
