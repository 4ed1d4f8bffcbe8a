import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReadmeTests {
  /// The README's program equals the file beside this one, which is compiled. Only `@main` is removed, because a test
  /// bundle cannot contain it.
  @Test func theProgramCompiles() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let readme = try String(contentsOf: folder.appending(path: "../../../README.md"), encoding: .utf8)
    let program = try String(contentsOf: folder.appending(path: "Program.swift"), encoding: .utf8)
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
    let first = try #require(blocks.first?.components(separatedBy: "```").first)
    #expect(first.replacing("@main\n", with: "") == program)
    #expect(first.split(separator: "\n").count < 20)
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count < 120)
  }
}
