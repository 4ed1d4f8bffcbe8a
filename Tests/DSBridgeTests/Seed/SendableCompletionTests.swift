import Foundation
import Testing

/// The sample of DSBridge-Swift's README that answers several times, from another queue.
@Suite(.timeLimit(.minutes(5))) struct SendableCompletionTests {
  /// Returns the compiler's messages for the sample in a language mode.
  private func messages(_ completion: String, languageMode: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "Sample-\(UUID()).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    try """
    import Dispatch
    class MyInterface {
      func asyncFunction(input: Int, completion: \(completion)) {
        completion(input + 1, false)
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { completion(input + 2, true) }
      }
    }
    """.write(to: file, atomically: true, encoding: .utf8)
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = ["swiftc", "-typecheck", "-swift-version", languageMode, file.path]
    let output = Pipe()
    compiler.standardError = output
    try compiler.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    return text
  }

  @Test(
    "S23: the sample compiles in both language modes, as published and with @Sendable",
    arguments: ["5", "6"], ["@escaping (Int, Bool) -> Void", "@escaping @Sendable (Int, Bool) -> Void"])
  func itCompiles(languageMode: String, completion: String) throws {
    let text = try messages(completion, languageMode: languageMode)
    #expect(!text.contains("error:"), "\(text)")
  }

  @Test("S23: the compiler reports a sample that is wrong") func theCompilerIsAsked() throws {
    #expect(try messages("Int", languageMode: "6").contains("error:"))
  }
}
