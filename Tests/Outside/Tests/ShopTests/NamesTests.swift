import Location
import Testing

/// Targets and types with names that SnippetBridge has, too.
@Suite(.timeLimit(.minutes(1))) struct NamesTests {
  @Test func anUnqualifiedNameMeansTheProgramsOwnType() {
    #expect(Warehouse().names == ["3", "4", "five", "six", "Demo", "Platform", "Routes", "TestSupport"])
  }
}
