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
    // With `-typecheck`, the compiler does not look for data races.
    compiler.arguments = [
      "swiftc", "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-swift-version", languageMode, file.path,
    ]
    let output = Pipe()
    compiler.standardError = output
    try compiler.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    return text
  }

  @Test("S23: in language mode 6, the compiler reports the completion that a queue calls, unless it is @Sendable")
  func theCompilerReportsTheCompletion() throws {
    let error = "error: sending 'completion' risks causing data races"
    #expect(try messages("@escaping (Int, Bool) -> Void", languageMode: "6").contains(error))
    for (attribute, languageMode) in [("", "5"), ("@Sendable ", "6")] {
      let text = try messages("@escaping \(attribute)(Int, Bool) -> Void", languageMode: languageMode)
      #expect(!text.contains("error:"), "\(text)")
    }
  }
}
