import Foundation
import Testing

@testable import SnippetBridge

/// The script that pages get: Package.swift, `Shim` and public/bridge/parts name the same parts.
@Suite struct ShimTests {
  private let folder = URL(filePath: #filePath).appending(path: "../../../public/bridge").standardizedFileURL

  @Test func theScriptIsThePartsInTheirOrder() throws {
    var source: [UInt8] = []
    for part in try parts() { source += try Data(contentsOf: folder.appending(path: part)) }
    let script = try #require(Shim().files["/_bridge/bridge.js"])
    let text = String(decoding: script.bytes, as: UTF8.self)
    // The addresses of the scripts that are loaded later are written into it.
    let list = try #require(text.firstMatch(of: /const files = (\{.+\});/))
    #expect(text.replacing(list.output.1, with: "{}") == ShimScript.compact(source))
    for name in ["fast-lane", "navigation"] { #expect(list.output.1.contains("/_bridge/\(name)-")) }
  }

  @Test func everyScriptIsAPart() throws {
    let scripts = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".js") }
    #expect(Set(scripts) == Set(try parts() + ["camera.js", "fast-lane.js", "lane.js", "location.js", "navigation.js"]))
  }

  private func parts() throws -> [String] {
    try String(contentsOf: folder.appending(path: "parts"), encoding: .utf8).split(separator: "\n").map(String.init)
  }
}
