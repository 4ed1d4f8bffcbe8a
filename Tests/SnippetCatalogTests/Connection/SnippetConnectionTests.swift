import Foundation
import Testing

@testable import SnippetCatalog

@Suite(.timeLimit(.minutes(5))) struct SnippetConnectionTests {
  private let url = URL(filePath: "/changes")
  private let other = URL(filePath: "/other")
  private var connection = SnippetConnection()

  /// Returns the first timer of the effects that waits for `pause`.
  private func timer(_ effects: [SnippetConnection.Effect], _ pause: Duration) throws -> SnippetConnection.Timer {
    let timers = effects.compactMap { effect -> SnippetConnection.Timer? in
      if case .wait(let timer, pause) = effect { timer } else { nil }
    }
    return try #require(timers.first)
  }

  /// Returns the number of a socket, and the connection that has loaded its list and opened this socket.
  private func listening() throws -> (SnippetConnection, socket: Int) {
    var connection = connection
    _ = connection.handle(.started)
    let effects = connection.handle(.loaded(listenOn: url))
    guard case .open(url, let socket)? = effects.first else { throw SnippetError("\(effects)") }
    _ = connection.handle(.socketOpened(socket))
    _ = connection.handle(.loaded(listenOn: url))
    return (connection, socket)
  }

  @Test("A11: no address to listen on, no socket")
  mutating func noAddress() {
    #expect(connection.handle(.started) == [.load])
    #expect(connection.handle(.loaded(listenOn: nil)) == [])
  }

  @Test("A8, A11: with an address a socket is opened, and the list loaded again once it is")
  mutating func opening() {
    _ = connection.handle(.started)
    #expect(connection.handle(.loaded(listenOn: url)) == [.open(url, socket: 1)])
    #expect(connection.handle(.socketOpened(1)) == [.load])
    #expect(connection.handle(.loaded(listenOn: url)) == [])
  }

  @Test("A9: a socket ends: three seconds, the address forgotten, the list, the new address, the list")
  func reconnecting() throws {
    var (connection, socket) = try listening()
    let ended = connection.handle(.socketEnded(socket))
    let timer = try timer(ended, .seconds(3))
    #expect(ended.count == 1)
    // Until the timer fires, no new socket is opened, even if the list is loaded again.
    #expect(connection.handle(.refreshed) == [.report(.emptied), .load])
    #expect(connection.handle(.loaded(listenOn: url)) == [])
    #expect(connection.handle(.passed(timer)) == [.load])
    let effects = connection.handle(.loaded(listenOn: other))
    guard case .open(other, let next)? = effects.first else { throw SnippetError("\(effects)") }
    #expect(connection.handle(.socketOpened(next)) == [.load])
  }

  @Test func aSocketThatDoesNotOpenIsTriedAgain() throws {
    var connection = connection
    _ = connection.handle(.started)
    _ = connection.handle(.loaded(listenOn: url))
    let timer = try timer(connection.handle(.socketEnded(1)), .seconds(3))
    #expect(connection.handle(.passed(timer)) == [.load])
    guard case .open(url, _)? = connection.handle(.loaded(listenOn: url)).first else {
      Issue.record("no socket")
      return
    }
  }

  @Test("A10: created and deleted load the list again, many of them twice")
  func messages() throws {
    var (connection, socket) = try listening()
    let effects = connection.handle(.message(.created, socket: socket))
    let rest = try timer(effects, .milliseconds(250))
    #expect(effects.first == .load)
    for _ in 0..<100 { #expect(connection.handle(.message(.deleted, socket: socket)) == []) }
    #expect(connection.handle(.loaded(listenOn: url)) == [])
    let again = connection.handle(.passed(rest))
    #expect(again.first == .load)
    #expect(connection.handle(.loaded(listenOn: url)) == [])
    #expect(connection.handle(.passed(try timer(again, .milliseconds(250)))) == [])
  }

  @Test("A12: updated is reported, and does not load the list")
  func updated() throws {
    var (connection, socket) = try listening()
    let snippet = Snippet(id: "a", target: "/")
    #expect(connection.handle(.message(.updated(snippet), socket: socket)) == [.report(.updated(snippet))])
  }

  @Test("What happens while a list is loaded may be newer than it: it is loaded once more")
  func changesDuringALoad() throws {
    var (connection, socket) = try listening()
    _ = connection.handle(.refreshed)
    _ = connection.handle(.message(.updated(Snippet(id: "a", target: "/")), socket: socket))
    _ = connection.handle(.message(.created, socket: socket))
    #expect(connection.handle(.loaded(listenOn: url)) == [.load])
    #expect(connection.handle(.loaded(listenOn: url)) == [])
  }

  @Test func failuresAreTriedAgainLaterAndLater() throws {
    var connection = connection
    var effects = connection.handle(.started)
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
      #expect(effects == [.load])
      let timer = try timer(connection.handle(.failed), .seconds(seconds))
      effects = connection.handle(.passed(timer))
    }
    _ = connection.handle(.loaded(listenOn: nil))
    _ = connection.handle(.refreshed)
    _ = try timer(connection.handle(.failed), .seconds(1))
  }

  @Test func aRefreshDoesNotWaitForARetry() throws {
    var connection = connection
    _ = connection.handle(.started)
    let timer = try timer(connection.handle(.failed), .seconds(1))
    #expect(connection.handle(.refreshed) == [.report(.emptied), .load])
    #expect(connection.handle(.passed(timer)) == [])
  }

  @Test func aSocketOutlivesAFailedList() throws {
    var (connection, socket) = try listening()
    _ = connection.handle(.refreshed)
    let timer = try timer(connection.handle(.failed), .seconds(1))
    #expect(connection.handle(.message(.deleted, socket: socket)).first == .load)
    #expect(connection.handle(.passed(timer)) == [])
  }

  @Test func anotherAddressReplacesTheSocket() throws {
    var (connection, socket) = try listening()
    _ = connection.handle(.refreshed)
    let effects = connection.handle(.loaded(listenOn: other))
    #expect(effects.first == .close(socket: socket))
    guard case .open(other, let next)? = effects.last else { throw SnippetError("\(effects)") }
    // Events of the earlier socket are ignored.
    #expect(connection.handle(.socketEnded(socket)) == [])
    #expect(connection.handle(.message(.created, socket: socket)) == [])
    #expect(connection.handle(.socketOpened(socket)) == [])
    _ = connection.handle(.refreshed)
    #expect(connection.handle(.loaded(listenOn: nil)) == [.close(socket: next)])
    _ = connection.handle(.refreshed)
    #expect(connection.handle(.loaded(listenOn: nil)) == [])
  }
}
