import Foundation
import Testing

@testable import SnippetBridge

/// The script that is inserted into pages. `bridge.c` and public/bridge/parts list the same parts.
@Suite(.timeLimit(.minutes(5))) struct PageScriptTests {
  private let folder = URL(filePath: #filePath).appending(path: "../../../../public/bridge").standardizedFileURL

  @Test func theScriptIsThePartsInTheirOrder() throws {
    var source: [UInt8] = []
    for part in try parts() { source += try Data(contentsOf: folder.appending(path: part)) }
    let pageScript = PageScript()
    let tag = String(decoding: pageScript.tag, as: UTF8.self)
    let path = try #require(tag.firstMatch(of: /src="([^"]+bridge-[^"]+)"/)?.output.1)
    let script = try #require(pageScript.files[String(path)])
    #expect(String(decoding: script.bytes, as: UTF8.self) == PageFile.compact(source))
    // The file for pages with a script element of their own contains the page script and the navigation script.
    let whole = try #require(pageScript.files["/_bridge/bridge.js"])
    #expect(whole.bytes.starts(with: script.bytes) && whole.bytes.count > script.bytes.count)
  }

  @Test func everyScriptIsAPart() throws {
    let scripts = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".js") }
    let others = [
      "camera.js", "dialogs.js", "downloads.js", "fast-lane.js", "iframe-cookies.js", "iframe.js", "inspect.js",
      "lane.js", "location.js", "navigation.js", "silence.js",
    ]
    #expect(Set(scripts) == Set(try parts() + others))
  }

  private func parts() throws -> [String] {
    try String(contentsOf: folder.appending(path: "parts"), encoding: .utf8).split(separator: "\n").map(String.init)
  }
}
