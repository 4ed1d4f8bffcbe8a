import Foundation
import Testing

/// What the compiler says to who writes an interface wrongly.
struct CompilerTests {
  @Test func aTypeWithoutExposedIsToldToHaveIt() throws {
    let said = try compile(
      """
      import SnippetBridge
      final class Scale { func weigh() -> Double { 1.5 } }
      func prepare(_ webView: WebView) { webView.addInterface(Scale(), by: "scale") }
      """)
    let errors = said.filter { $0.contains(": error:") }
    #expect(errors.count == 1)
    #expect(errors.first?.contains("write '@Exposed' before the type") == true, "\(said)")
  }

  @Test func aTypeThatExposesNothingIsWorthAWarning() throws {
    let said = try compile(
      """
      import SnippetBridge
      @Exposed final class Scale { private func weigh() -> Double { 1.5 } }
      """)
    #expect(said.contains { $0.contains("warning: A page can call nothing here") }, "\(said)")
    #expect(!said.contains { $0.contains("error:") }, "\(said)")
  }

  /// What the compiler writes about a file of a package like this one.
  private func compile(_ code: String) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).swift")
    try Data(code.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let plugin =
      ProcessInfo.processInfo.environment["SNIPPETBRIDGE_MACROS"]
      ?? Run.folder.appending(path: "DSBridgeMacros-tool").path
    let checkouts = Run.folder.appending(path: "../../checkouts/SnippetBridge/Sources")
    return try Run(
      URL(filePath: "/usr/bin/env"),
      ["swiftc", "-typecheck", "-swift-version", "6", "-I", Run.folder.appending(path: "Modules").path]
        + ["CLinux", "CLibwebsockets", "COpenSSL"].flatMap { ["-I", checkouts.appending(path: $0).path] }
        + ["-load-plugin-executable", "\(plugin)#DSBridgeMacros", file.path]
    ).errors
  }
}
