import class DSBridge.Keystone
import protocol DSBridge.ExposedInterface
import struct DSBridge.ExposedFunction
import class DSBridge.WebView
import Testing

// Like the README of DSBridge-Swift, this file imports single names only, so it sees no other name of the module.

@Suite(.timeLimit(.minutes(5))) struct ClassImportTests {
  private struct Echo: ExposedInterface {
    var exposedFunctions: [ExposedFunction] {
      [ExposedFunction("echo", synchronous: { try $0.reply($0.decode(String.self)) })]
    }
  }

  @Test("S28: `import class DSBridge.WebView` and `import class DSBridge.Keystone`") func imports() async throws {
    let webView = WebView()
    let keystone = Keystone()
    webView.keystone = keystone
    #expect(webView.keystone === keystone)
    webView.addInterface(Echo(), by: "echo")
    webView.dismissalHandler = {}
    #expect(webView.dismissalHandler != nil)
    let hasMethod = await webView.hasJavaScriptMethod(named: "none", within: .zero)
    #expect(!hasMethod)
    webView.removeInterface(by: "echo")
  }
}
