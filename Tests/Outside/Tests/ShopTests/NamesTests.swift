import Location
import Testing

/// Targets and types whose names SnippetBridge uses, too.
@Suite(.timeLimit(.minutes(1))) struct NamesTests {
  @Test func anUnqualifiedNameMeansTheProgramsOwnType() {
    #expect(Warehouse().names == ["3", "4", "five", "six", "Demo", "Platform", "Routes", "TestSupport"])
  }
}
