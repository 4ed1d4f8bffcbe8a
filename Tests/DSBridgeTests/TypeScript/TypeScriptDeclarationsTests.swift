import Foundation
import Testing

@testable import DSBridge

@Suite(.timeLimit(.minutes(5))) struct TypeScriptDeclarationsTests {
  /// The declarations that `make check` passes to `tsc` with Tests/TypeScript/page.ts.
  private let expected = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "TypeScript/native.d.ts")

  private func webView() -> WebView {
    let webView = WebView()
    webView.addInterface(DeclaredInterface(), by: nil)
    webView.addInterface(DeclaredNamespace(), by: "a.b-c")
    webView.addInterface(EnumInterface.onStreet, by: "tree")
    webView.addInterface(HandMade { [ExposedFunction("g", synchronous: { try $0.reply(1) })] }, by: "a")
    webView.addOwnInterface(EnumInterface.onStreet, by: "_bridge")
    return webView
  }

  /// Compares the declarations with the file. To renew the file, run this test with `DECLARATIONS=write`, and check
  /// the changes.
  @Test func everyKindOfFunctionIsDeclared() async throws {
    let text = await webView().typeScriptDeclarations()
    if ProcessInfo.processInfo.environment["DECLARATIONS"] == "write" {
      try Data(text.utf8).write(to: expected)
    }
    #expect(try text == String(contentsOf: expected, encoding: .utf8))
  }

  @Test func itIsTheSameEveryTime() async {
    let texts = [await webView().typeScriptDeclarations(), await webView().typeScriptDeclarations()]
    #expect(texts[0] == texts[1])
  }

  @Test func interfacesThatCameAndWentLeaveNothing() async {
    let webView = WebView()
    webView.addInterface(EnumInterface.onStreet, by: "b")
    webView.addInterface(StructInterface(), by: "c")
    webView.removeInterface(by: "b")
    let text = await webView.typeScriptDeclarations()
    #expect(!text.contains("getName"))
    #expect(text.contains("times"))
    webView.removeInterface(by: "c")
    #expect(await webView.typeScriptDeclarations().contains("  interface Native {\n  }\n"))
  }

  @Test func aSubclassTellsOfEachFunctionOnce() async {
    let webView = WebView()
    webView.addInterface(DerivedInterface(), by: nil)
    let text = await webView.typeScriptDeclarations()
    #expect(
      text.split(separator: "\n").filter { $0.contains("NativeCallOptions") }.map { $0.prefix { $0 != "(" } } == [
        "    name", "    shared", "    own",
      ])
  }
}
