import Foundation
import SnippetBridgeHTTP
import TestSupport
import Testing

@testable import SnippetBridge

/// The registry of iframes that native code manages, without a server.
@Suite(.timeLimit(.minutes(5))) struct IframePlacesTests {
  private let now = ContinuousClock.now
  private let origin: WebOrigin = "http://localhost:8080"

  private func target(_ path: String) throws -> NavigationTarget {
    NavigationTarget(try #require(URL(string: "\(origin)" + path)))
  }

  @Test func aLoadIsTakenOnceAndByItsBrowserAlone() throws {
    var places = IframePlaces()
    places.add("screen-1", for: "iframe", of: "shell")
    places.expect(try target("/a"), of: origin, in: "iframe", at: now)
    #expect(places.take(try target("/a"), of: origin, in: [], at: now) == nil)
    #expect(places.take(try target("/a"), of: origin, in: ["stranger"], at: now) == nil)
    #expect(places.take(try target("/a"), of: "http://localhost:8081", in: ["shell"], at: now) == nil)
    #expect(places.take(try target("/a"), of: origin, in: ["stranger", "shell"], at: now) == "iframe")
    #expect(places.take(try target("/a"), of: origin, in: ["shell"], at: now) == nil)
  }

  /// The iframe of a proxied site's page has no session of the server's own pages. It presents a ticket instead.
  @Test func aTicketAdmitsOneSession() throws {
    var places = IframePlaces()
    places.add("screen-1", for: "iframe", of: "shell")
    places.expect(try target("/a"), of: origin, in: "iframe", at: now, ticket: "secret")
    // The pages of another site may know the ticket.
    #expect(places.enter(with: "secret", at: "http://localhost:8081", in: "mine", at: now) == nil)
    #expect(places.enter(with: "guess", at: origin, in: "mine", at: now) == nil)
    #expect(places.enter(with: "secret", at: origin, in: nil, at: now) == "iframe")
    #expect(places.enter(with: "secret", at: origin, in: "mine", at: now) == "iframe")
    #expect(places.enter(with: "secret", at: origin, in: "stranger", at: now) == nil)
    #expect(places.take(try target("/a"), of: origin, in: [], sessions: ["stranger"], at: now) == nil)
    #expect(places.take(try target("/a"), of: origin, in: [], sessions: ["mine"], at: now) == "iframe")
    #expect(places.take(try target("/a"), of: origin, in: [], sessions: ["mine"], at: now) == nil)
  }

  @Test func aLoadExpires() throws {
    var places = IframePlaces()
    places.add("screen-1", for: "iframe", of: "shell")
    places.expect(try target("/a"), of: origin, in: "iframe", at: now)
    #expect(places.take(try target("/a"), of: origin, in: ["shell"], at: now + IframePlaces.patience) == nil)
  }
}
