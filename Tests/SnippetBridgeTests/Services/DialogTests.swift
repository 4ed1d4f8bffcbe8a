import DSBridgeLocks
import Foundation
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// The dialog requests of public/bridge/dialogs.js, sent by a test page.
@Suite(.timeLimit(.minutes(5))) struct DialogTests {
  /// A delegate that answers with its own values and records the questions.
  private final class Answers: WebViewUIDelegate {
    let asked = Mutex<[String]>([])

    private func note(_ question: String) { asked.withLock { $0.append(question) } }

    func webView(
      _ webView: WebView, runJavaScriptAlertPanelWithMessage message: String
    ) async -> DialogAnswer<Void> {
      note("alert \(message)")
      return .answer(())
    }

    func webView(
      _ webView: WebView, runJavaScriptConfirmPanelWithMessage message: String
    ) async -> DialogAnswer<Bool> {
      note("confirm \(message)")
      return message == "browser" ? .browser : .answer(message == "yes")
    }

    func webView(
      _ webView: WebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String
    ) async -> DialogAnswer<String?> {
      note("prompt \(prompt) \(defaultText)")
      return .answer(defaultText.isEmpty ? nil : defaultText + "!")
    }

    func webView(
      _ webView: WebView, runOpenPanelWith parameters: OpenPanelParameters
    ) async -> DialogAnswer<[ChosenFile]?> {
      note("files \(parameters.accept) \(parameters.allowsMultipleSelection) \(parameters.allowsDirectories)")
      if parameters.accept.isEmpty { return .answer(nil) }
      return .answer([ChosenFile(name: "a.txt", type: "text/plain", bytes: Array("hello".utf8))])
    }

    func webViewLeavesSilently(_ webView: WebView) async -> Bool { true }
  }

  /// The response that tells the page to show the browser's own dialog.
  private static let browser = #""""#

  private struct Question: Encodable {
    var message: String
    var text: String
  }

  private struct Files: Encodable {
    var accept: String
    var multiple = true
    var directory = false
  }

  @Test("S24: Swift answers alert, confirm, prompt and file choosers") func answers() async throws {
    let answers = Answers()
    try await TestServer.run(configure: { $0.uiDelegate = answers }) { test async throws in
      let page = try await TestPage.open(test.url)
      func ask(_ kind: String, _ question: any Encodable & Sendable) async throws -> String {
        let json = String(decoding: try JSONEncoder().encode(question), as: UTF8.self)
        return try await page.callText("_bridge.dialogs.\(kind)", json)
      }
      #expect(try await ask("alert", "hi") == #"{"value":true}"#)
      #expect(try await ask("confirm", "yes") == #"{"value":true}"#)
      #expect(try await ask("confirm", "no") == #"{"value":false}"#)
      #expect(try await ask("confirm", "browser") == Self.browser)
      #expect(try await ask("prompt", Question(message: "name?", text: "Jun")) == #"{"value":"Jun!"}"#)
      #expect(try await ask("prompt", Question(message: "name?", text: "")) == #"{"value":null}"#)
      let files = try await ask("files", Files(accept: "text/*"))
      for part in [#""name":"a.txt""#, #""type":"text"#, #""data":"aGVsbG8=""#] {
        #expect(files.contains(part), "\(files)")
      }
      #expect(try await ask("files", Files(accept: "")) == #"{"value":null}"#)
      #expect(try await page.call("_bridge.dialogs.leavesSilently") == true)
      #expect(
        answers.asked.withLock { $0 } == [
          "alert hi", "confirm yes", "confirm no", "confirm browser", "prompt name? Jun", "prompt name? ",
          "files text/* true false", "files  true false",
        ])
      await page.close()
    }
  }

  private struct Nothing: WebViewUIDelegate {}

  @Test("S24: without a delegate, and with functions that are missing, the browser shows its dialogs")
  func theBrowser() async throws {
    try await TestServer.run(
      configure: { $0.parts = [.dialogs] }, prepare: { webView in if webView.uiDelegate != nil { Issue.record() } }
    ) { test async throws in
      let page = try await TestPage.open(test.url)
      for delegate in [nil, Nothing()] {
        try #require(test.server.webViews.first).uiDelegate = delegate
        for kind in ["alert", "confirm"] {
          #expect(try await page.callText("_bridge.dialogs.\(kind)", #""hi""#) == Self.browser)
        }
        #expect(try await page.call("_bridge.dialogs.leavesSilently") == false)
      }
      await page.close()
    }
  }

  @Test("S24: the delegate of a web view answers before the server's") func nearest() async throws {
    let answers = Answers()
    try await TestServer.run(
      configure: { $0.uiDelegate = Nothing() }, prepare: { $0.uiDelegate = answers }
    ) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await page.callText("_bridge.dialogs.confirm", #""yes""#) == #"{"value":true}"#)
      test.server.webViews.first?.uiDelegate = nil
      #expect(try await page.callText("_bridge.dialogs.confirm", #""yes""#) == Self.browser)
      await page.close()
    }
  }

  @Test("S24: a page without the script pays nothing") func script() async throws {
    try await TestServer.run { test async throws in
      #expect(try await test.http.request("GET", "/").text.contains("dialogs-") == false)
      #expect(try await test.http.request("GET", "/_bridge/dialogs.js").status == 404)
    }
    try await TestServer.run(configure: { $0.uiDelegate = Nothing() }) { test async throws in
      #expect(try await test.http.request("GET", "/").text.contains("dialogs-"))
    }
  }
}
