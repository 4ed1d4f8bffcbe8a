import DSBridge

/// The interface `_bridge.dialogs`, which public/bridge/dialogs.js calls. An answer is an object with the member
/// `value`. Any other answer makes the script show the browser's own dialog; `nil` is sent as `""`.
struct DialogInterface: ExposedInterface, Sendable {
  weak let webView: WebView?

  private struct Prompt: Decodable {
    var message: String
    var text: String
  }

  private struct Answer<Value: Encodable>: Encodable {
    var value: Value
  }

  nonisolated var exposedFunctions: [ExposedFunction] {
    [
      answering("alert") { (delegate, webView, message: String) -> DialogAnswer<Bool> in
        switch await delegate.webView(webView, runJavaScriptAlertPanelWithMessage: message) {
        case .browser: .browser
        case .answer: .answer(true)
        }
      },
      answering("confirm") { (delegate, webView, message: String) -> DialogAnswer<Bool> in
        await delegate.webView(webView, runJavaScriptConfirmPanelWithMessage: message)
      },
      answering("prompt") { (delegate, webView, prompt: Prompt) -> DialogAnswer<String?> in
        await delegate.webView(
          webView, runJavaScriptTextInputPanelWithPrompt: prompt.message, defaultText: prompt.text)
      },
      answering("files") { (delegate, webView, parameters: OpenPanelParameters) -> DialogAnswer<[ChosenFile]?> in
        await delegate.webView(webView, runOpenPanelWith: parameters)
      },
      ExposedFunction(
        "leavesSilently",
        asynchronous: { arguments in
          guard let (delegate, webView) = self.delegate else { return try arguments.reply(false) }
          return try arguments.reply(await delegate.webViewLeavesSilently(webView))
        }),
    ]
  }

  private var delegate: (any WebViewUIDelegate, WebView)? {
    webView.flatMap { webView in webView.bindings.uiDelegate.map { ($0, webView) } }
  }

  private nonisolated func answering<Question: Decodable & Sendable, Value: Encodable & Sendable>(
    _ name: String,
    by answer: @escaping @Sendable (any WebViewUIDelegate, WebView, Question) async -> DialogAnswer<Value>
  ) -> ExposedFunction {
    ExposedFunction(
      name,
      asynchronous: { arguments in
        let none: Answer<Value>? = nil
        guard let (delegate, webView) = self.delegate else { return try arguments.reply(none) }
        switch await answer(delegate, webView, try arguments.decode(Question.self)) {
        case .browser: return try arguments.reply(none)
        case .answer(let value): return try arguments.reply(Answer(value: value))
        }
      })
  }
}
