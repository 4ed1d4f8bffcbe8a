import ArgumentParser
import Foundation
import SnippetBridge
import SnippetBridgeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct DeclarationsTests {
  @Test func theServerServesWhatItsPagesMayCall() async throws {
    let prepared = Tally()
    try await TestServer.run(
      configure: { $0.servesDeclarations = true },
      prepare: { webView in
        _ = prepared.next()
        webView.addInterface(Fixture(), by: "fixture")
      }
    ) { test async throws in
      let file = try await test.http.request("GET", "/_bridge/native.d.ts")
      #expect(file.status == 200)
      #expect(file["Content-Type"] == "text/plain; charset=utf-8")
      #expect(file["Cache-Control"] == "no-cache")
      #expect(file.text.contains("\n    fixture: {\n"))
      let etag = try #require(file["ETag"])
      let again = try await test.http.request("GET", "/_bridge/native.d.ts", headers: [("If-None-Match", etag)])
      #expect(again.status == 304)
      #expect(try await test.http.request("POST", "/_bridge/native.d.ts").status == 405)
      // A web view is prepared once for all requests. It is not one of the server's web views.
      #expect(prepared.value == 1)
      #expect(test.server.webViews.isEmpty)

      #expect(await test.server.typeScriptDeclarations() == file.text)
      #expect(prepared.value == 2)
    }
  }

  /// Declarations are served only if the program enables this, because generating them runs code of the program.
  @Test func theyAreServedWhereThatIsWanted() async throws {
    let prepared = Tally()
    try await TestServer.run(prepare: { _ in _ = prepared.next() }) { test async throws in
      #expect(try await test.http.request("GET", "/_bridge/native.d.ts").status == 404)
      #expect(prepared.value == 0)
    }
  }

  @Test func insteadOfServingTheyAreWritten() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "SnippetBridgeTests-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = try BridgeOptions.parse([
      "--root", folder.path, "--port", "0", "--declarations", folder.appending(path: "native.d.ts").path,
    ])
    let server = try BridgeServer(configuration: options.configuration()) { $0.addInterface(Fixture(), by: nil) }
    try await server.runUntilSignal()
    let written = try String(contentsOf: folder.appending(path: "native.d.ts"), encoding: .utf8)
    #expect(await server.typeScriptDeclarations() == written)

    let missing = "No such file or directory"
    for (path, reason) in [(folder.path, "Is a directory"), ("", missing), (folder.path + "/nowhere/a.d.ts", missing)] {
      options.declarations = path
      let other = try BridgeServer(configuration: options.configuration()) { _ in }
      let error = await #expect(throws: BridgeServerError.self) { try await other.runUntilSignal() }
      #expect(error?.description == "Cannot write the declarations to \"\(path)\": \(reason).")
    }
  }

  /// With `--declarations`, a server cannot listen, even if the program runs it with `run()`. So it may be created with
  /// a public host and without a token.
  @Test(arguments: ["127.0.0.1", "0.0.0.0"]) func aServerThatWritesThemDoesNotServe(host: String) async throws {
    let folder = FileManager.default.temporaryDirectory.path
    let options = try BridgeOptions.parse([
      "--root", folder, "--port", "0", "--host", host, "--declarations", "/dev/null", "--log-level", "critical",
    ])
    let server = try BridgeServer(configuration: options.configuration()) { _ in }
    let running = Task { try await server.run() }
    // A listening server would return its URL here.
    await #expect(throws: BridgeServerError.self) { try await server.url() }
    running.cancel()
    let error = await #expect(throws: BridgeServerError.self) { try await running.value }
    #expect(error?.description.contains("runUntilSignal()") == true)
  }
}
