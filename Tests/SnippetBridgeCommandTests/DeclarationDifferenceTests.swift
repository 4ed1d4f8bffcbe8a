import Testing

@testable import SnippetBridgeCommand

/// The comparison of two files of TypeScript declarations.
@Suite(.timeLimit(.minutes(1))) struct DeclarationDifferenceTests {
  private let file = """
    // The functions that a page may call.

    export {};

    declare global {
      interface Native {
        greet(name: string, options?: NativeCallOptions): Promise<string>;

        /** The till. */
        till: {
          (none?: null, options?: NativeCallOptions): Promise<string>;

          /**
           * Returns the sum.
           */
          total(prices: number[], options?: NativeCallOptions): Promise<number>;
          pay(input: {
            first: number;
            second: { third: number };
          }, options?: NativeCallOptions): Promise<Receipt>;
          drawer: {
            "open it"(none?: null, options?: NativeCallOptions): Promise<"">;
          };
          // toString: callable only with native.call
        };
        last(none?: null, options?: NativeCallOptions): Promise<"">;
      }
    }

    export type Kind = "a" | "b";

    export interface Receipt {
      number: number;
    }

    """

  private func changes(_ old: String, _ new: String) -> [String] {
    DeclarationDifference(from: file, to: file.replacing(old, with: new)).changes
  }

  @Test func allPartsAreFound() {
    let names = DeclarationDifference.parts(of: file).map(\.name)
    #expect(
      names == [
        "greet", "till", "till.total", "till.pay", "till.drawer.\"open it\"", "last", "the type Kind",
        "the type Receipt",
      ])
  }

  @Test func changedFunctionsAreNamed() {
    #expect(changes("prices: number[]", "prices: string[]") == ["till.total changed"])
    #expect(changes("Returns the sum.", "Returns nothing.") == ["till.total changed"])
    #expect(changes("third: number", "third: string") == ["till.pay changed"])
    #expect(changes("\"open it\"", "open") == ["till.drawer.open is new", "till.drawer.\"open it\" was removed"])
    #expect(
      changes("    greet(name: string, options?: NativeCallOptions): Promise<string>;\n", "") == ["greet was removed"])
    #expect(changes("number: number", "number: string") == ["the type Receipt changed"])
    #expect(changes("| \"b\"", "| \"c\"") == ["the type Kind changed"])
    #expect(changes("export {};", "export {}") == [])
  }

  @Test func theFailureIsOneLine() {
    let new = file.replacing("greet(", with: "welcome(").replacing("last(none", with: "last(no")
    #expect(
      Types.failure("native.d.ts", file, new, repair: "snippet-bridge types").description
        == "native.d.ts is stale: welcome is new, last changed, greet was removed. Run: snippet-bridge types")
    #expect(
      Types.failure("a.ts", nil, new, repair: "snippet-bridge types a.ts").description
        == "a.ts does not exist. Run: snippet-bridge types a.ts")
    #expect(DeclarationDifference(from: "", to: file).summary.hasSuffix("till.drawer.\"open it\" is new, and 3 more"))
  }

  @Test func anotherDifferenceIsNamedByItsLine() {
    func summary(_ change: (String) -> String) -> String {
      DeclarationDifference(from: change(file), to: file).summary
    }
    let count = file.split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(summary { $0 + "// A comment." } == "line \(count) differs, but no function or type changed")
    #expect(summary { $0 + "/** A comment. */\n" } == "line \(count) differs, but no function or type changed")
    #expect(summary { String($0.dropLast()) } == "line \(count) differs, but no function or type changed")
    #expect(
      summary { $0.replacing("export {};", with: "// Mine.") } == "line 3 differs, but no function or type changed")
    #expect(summary { $0.replacing("\n", with: "\r\n") } == "line 1 differs, but no function or type changed")
    let type = "export type Kind = \"a\" | \"b\";\n\n"
    #expect(
      summary { $0.replacing(type, with: "") + type } == "the order of the functions or types changed")
  }
}
