import Foundation
import Testing

@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct LoadingStateTests {
  private struct Broken: Error, CustomStringConvertible {
    var description: String
  }

  private struct AlsoBroken: Error, CustomStringConvertible {
    var description: String
  }

  /// `==` compares states as TWS ("The Web Snippet") does: it ignores progress, and errors are equal if their
  /// descriptions are equal.
  @Test func statesAreComparedAsTheSeedDoes() {
    #expect(LoadingState.loading(progress: 0.1) == .loading(progress: 0.3))
    #expect(LoadingState.failed(Broken(description: "a")) == .failed(AlsoBroken(description: "a")))
    #expect(LoadingState.failed(Broken(description: "a")) != .failed(Broken(description: "b")))
    let states: [LoadingState] = [.idle, .loading(progress: 1), .loaded, .failed(Broken(description: "a"))]
    for (index, state) in states.enumerated() {
      #expect(states.firstIndex(of: state) == index)
    }
  }

  @Test func whoWatchesSeesProgress() {
    #expect(!LoadingState.loading(progress: 0.1).isIdentical(to: .loading(progress: 0.3)))
    #expect(LoadingState.loading(progress: 0.1).isIdentical(to: .loading(progress: 0.1)))
    #expect(!LoadingState.loaded.isIdentical(to: .idle))
  }

  @Test func errorsSayWhatHappenedWithoutTheQuery() throws {
    let url = try #require(URL(string: "https://shop.example/a?token=1#b"))
    #expect(
      NavigationError.status(404, url: url).description == "https://shop.example/a responded with status 404.")
    #expect(
      NavigationError.noPage(url: url, within: .seconds(30)).description
        == "The page at https://shop.example/a did not connect to the server within 30.0 seconds.")
    #expect(
      NavigationError.noPage(url: url, status: 200, within: .seconds(30)).description.hasSuffix(
        " The response has status 200. Check that the page loads /_bridge/bridge.js."))
  }
}
