import SnippetBridge
import SnippetFleet

/// An interface that sends a script to all pages of the server.
@Exposed
struct Broadcasting {
  let audience: Audience

  func broadcast() {
    audience.webViews.evaluateJavaScript("1")
  }
}

/// An interface that calls a function of all pages of the fleet.
@Exposed
struct FleetBroadcasting: Sendable {
  let fleet: Fleet

  func broadcast() async throws {
    try await fleet.group("all").call("shown")
  }
}
