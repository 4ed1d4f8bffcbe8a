import HTTPTypes
import SnippetBridgeWebServer
import Testing

@testable import SnippetBridge

/// The navigation policy that a program may replace while its server runs.
@Suite(.timeLimit(.minutes(2))) struct CurrentPolicyTests {
  @Test func twoChangesAtOnceAreBothKept() async throws {
    let limited = try NavigationPolicy(parsing: ["https://a.example"])
    for _ in 0..<2_000 {
      let policy = CurrentPolicy(NavigationPolicy(), own: [])
      await withTaskGroup { group in
        group.addTask { policy.replace(by: limited) }
        group.addTask { policy.setPagePolicy("script-src 'none'") }
      }
      let header = policy.header?.fields.first?.value ?? ""
      #expect(header.contains("script-src 'none'") && header.contains("https://a.example"))
    }
  }
}
