import SnippetBridgeDevelopment
import Testing

@testable import SnippetBridgeCommand

@Suite(.timeLimit(.minutes(5)))
struct BuildOutputTests {
  private func problems(_ output: String, source: String? = nil) -> [Problem] {
    BuildOutput.problems(in: output.split(separator: "\n").map(String.init)) { path, number in
      path == "/shop/Till.swift" && number == 3 ? source : nil
    }
  }

  @Test func findsTheCompilersErrors() {
    let output = """
      [5/7] Compiling Shop Till.swift
      /shop/Till.swift:3:6: error: cannot find 'x' in scope
      1 | import Shop
      3 |   \tx()
      /shop/Till.swift:2:1: warning: unused
      /shop/Till.swift:3:6: error: cannot find 'x' in scope
      error: fatalError
      """
    #expect(
      problems(output, source: "  \tå x()") == [
        Problem("/shop/Till.swift:3:6: cannot find 'x' in scope", lines: ["  \tå x()", "  \t ^"])
      ])
  }

  @Test func showsTheErrorsOfOtherTools() {
    #expect(
      problems("Building\n/usr/bin/ld.gold: error: cannot find -lwebsockets\nclang: error: linker failed") == [
        Problem(
          "The build failed.",
          lines: ["/usr/bin/ld.gold: error: cannot find -lwebsockets", "clang: error: linker failed"])
      ])
    #expect(problems("a\nb") == [Problem("The build failed.", lines: ["a", "b"])])
  }

  @Test func endsAfterTwentyErrors() {
    let lines = (1...100).map { "/shop/Till.swift:\($0):1: error: no" }.joined(separator: "\n")
    #expect(problems(lines).count == 20)
  }
}
