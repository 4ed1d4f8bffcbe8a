import Testing

@testable import SnippetBridgeCommand

@Suite(.timeLimit(.minutes(5)))
struct CrashOutputTests {
  private func summary(_ output: String) -> [String]? {
    CrashOutput.summary(of: output.split(separator: "\n").map(String.init), sources: ["/shop/Sources/Shop"])
  }

  @Test func namesTheReasonAndTheProgramsFunctions() {
    let output = """
      2026-11-29T10:00:00 info : the server listens
      *** Signal 4: Backtracing from 0x56433c5fef96... done ***
      *** Swift runtime failure: arithmetic overflow ***
      Platform: x86_64 Linux (Debian GNU/Linux 12 (bookworm))
      Thread 7 "web-view" crashed:
        0 [inlined] [system] 0x000056433c5fef96 Swift runtime failure: arithmetic overflow in Shop at //<compiler-generated>
        1                    0x000056433c5fef96 Till.add(_:) + 70 in Shop at /shop/Sources/Shop/Till.swift:12:52
        2 [ra]               0x000056433c5feec6 closure #1 in Till.open(_:) in Shop at /shop/Sources/Shop/Till.swift:3:9
        3 [ra]               0x000056433c5ff00d InterfaceTable.call(_:) + 60 in Shop at /shop/.build/checkouts/SnippetBridge/Sources/A.swift:3:7
      ...
      Backtrace took 0.01s
      """
    #expect(
      summary(output) == [
        "Swift runtime failure: arithmetic overflow", "Till.add(_:) at /shop/Sources/Shop/Till.swift:12:52",
        "closure #1 in Till.open(_:) at /shop/Sources/Shop/Till.swift:3:9",
      ])
  }

  @Test func namesTheReasonOfTheStandardLibrary() {
    let output = """
      Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range
      *** Signal 4: Backtracing from 0x7f02ecf6df7f... done ***
      *** Program crashed: Illegal instruction at 0x00007f02ecf6df7f ***
      Thread 0 "Shop" crashed:
        0      0x00007f02ecf6df7f closure #1 in _assertionFailure(_:_:file:line:flags:) + 623 in libswiftCore.so
        3 [ra] 0x0000564854ed44e8 price(_:) + 119 in Shop at /shop/Sources/Shop/Price.swift:1:52
      """
    #expect(
      summary(output) == [
        "Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range",
        "price(_:) at /shop/Sources/Shop/Price.swift:1:52",
      ])
  }

  @Test func otherOutputHasNoSummary() {
    #expect(summary("Error: Port 8080 of 127.0.0.1 is in use by another program.") == nil)
    #expect(summary("*** Signal 11: Backtracing from 0x7f02... done ***\n 0 0x7f02 f() + 1 in libc.so.6") == nil)
  }
}
