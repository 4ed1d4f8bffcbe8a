import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReadmeTests {
  /// The README's program is the one beside this file, which compiles, but for `@main`: a test bundle cannot have it.
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
