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
    #expect(script.bytes == Shim.compact(source))
  }

  @Test func everyScriptIsAPart() throws {
    let scripts = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".js") }
    // That of the worker is a script of its own.
    #expect(Set(scripts) == Set(try parts() + ["lane.js"]))
  }

  private func parts() throws -> [String] {
    try String(contentsOf: folder.appending(path: "parts"), encoding: .utf8).split(separator: "\n").map(String.init)
  }
}
