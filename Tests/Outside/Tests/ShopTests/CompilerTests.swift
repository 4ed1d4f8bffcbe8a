import Foundation
import Testing

/// The compiler's messages about interfaces with errors.
@Suite(.timeLimit(.minutes(5))) struct CompilerTests {
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
    #expect(said.contains { $0.contains("warning: @Exposed exposes no function here") }, "\(said)")
    #expect(!said.contains { $0.contains("error:") }, "\(said)")
  }

  /// The types in docs/guides/writing-interfaces.md compile without other code.
  @Test(arguments: ["Scale", "Catalogue"]) func theGuidesTypesCompileAlone(type: String) throws {
    let guide = Run.checkout.appending(path: "docs/guides/writing-interfaces.md")
    let blocks = try String(contentsOf: guide, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
      .map { $0.components(separatedBy: "\n```")[0] }
    let block = try #require(blocks.first { $0.contains("class \(type) {") || $0.contains("actor \(type) {") })
    let said = try compile("import SnippetBridge\n\(block)")
    #expect(said == [])
  }

  /// Code with old names, from before version 1.0, compiles. For each old name, a warning contains the new one.
  @Test func eachOldNameNamesTheNewOne() throws {
    let code = try String(
      contentsOf: Run.checkout.appending(path: "Tests/Outside/Sources/Shop/OldNames.swift"), encoding: .utf8)
    let said = try compile(
      code + """

        import SnippetBridgeTesting
        import SnippetShell
        func useOldNames(_ shell: isolated Shell, _ page: TestPage, _ reason: SocketEnding, _ message: ReceivedFrame) async throws {
          shell.beginAnew()
          shell.bind(awayView: { .text("away") })
          _ = await page.frames()
          try await page.send(frame: "ack 1")
        }
        """)
    #expect(!said.contains { $0.contains(": error:") }, "\(said)")
    let warned = Set(
      said.compactMap { $0.firstMatch(of: /is deprecated: (?:renamed to|replaced by) '([^']+)'/)?.output.1 })
    var declared: Set<Substring> = []
    for module in ["DSBridge", "SnippetBridge", "SnippetShell", "SnippetBridgeTesting"] {
      let file = Run.checkout.appending(path: "Sources/\(module)/Deprecated.swift")
      let text = try String(contentsOf: file, encoding: .utf8)
      let renamed = text.matches(of: /deprecated, renamed: "([^"]+)"/).map(\.output.1)
      #expect(text.matches(of: /@available\(/).count == renamed.count, "an old name of \(module) has no new one")
      declared.formUnion(renamed)
    }
    #expect(declared.count > 20 && warned == declared)
  }

  /// Returns the compiler's messages about `code` in a file of a package that uses SnippetBridge.
  private func compile(_ code: String) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).swift")
    try Data(code.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let plugin = Run.folder.appending(path: "DSBridgeMacros-tool").path
    let sources = Run.checkout.appending(path: "Sources")
    return try Run(
      URL(filePath: "/usr/bin/env"),
      ["swiftc", "-typecheck", "-swift-version", "6", "-I", Run.folder.appending(path: "Modules").path]
        + ["CLinux", "CLibwebsockets", "COpenSSL", "CResources/include", "CZlib"]
        .flatMap { ["-I", sources.appending(path: "SnippetBridge\($0)").path] }
        + ["-load-plugin-executable", "\(plugin)#DSBridgeMacros", file.path]
    ).errors
  }
}
