import Foundation
import Logging
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// The requests of public/bridge/location.js, without a browser.
@Suite(.timeLimit(.minutes(2))) struct LocationServiceTests {
  /// A value that a page receives: a permission, a latitude, or an error code with a message.
  private enum Answer: Decodable, Equatable {
    case allowed(Bool)
    case place(Double)
    case failure(Int, String)

    private enum Key: CodingKey {
      case latitude, code, message
    }

    init(from decoder: any Decoder) throws {
      if let value = try? decoder.singleValueContainer().decode(Bool.self) {
        self = .allowed(value)
        return
      }
      let members = try decoder.container(keyedBy: Key.self)
      if let code = try members.decodeIfPresent(Int.self, forKey: .code) {
        self = .failure(code, try members.decode(String.self, forKey: .message))
      } else {
        self = .place(try members.decode(Double.self, forKey: .latitude))
      }
    }
  }

  private func ask(_ page: TestPage, _ name: String) async throws -> PendingCall<Answer> {
    try await page.ask("_bridge.location.\(name)", JSLocationMessageOptions(timeout: 100), as: Answer.self)
  }

  /// Requests the location once, and returns the last answer. If there is more than one answer, there must be two, and
  /// the first must be the permission `true`.
  private func current(_ page: TestPage) async throws -> Answer? {
    let answers = try await ask(page, "getCurrentPosition").values.all()
    if answers.count > 1 { #expect(answers.count == 2 && answers[0] == .allowed(true)) }
    return answers.last
  }

  private func run(
    _ service: (any LocationServicesBridge)?, own: (any LocationServicesBridge)? = nil,
    _ body: (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.run(
      files: ["index.html": "<!doctype html>", "next.html": "<!doctype html>"],
      configure: {
        $0.locationServiceBridge = service
        $0.parts = [.location]
      },
      prepare: { if let own { $0.bind(locationServiceBridge: own) } }, body)
  }

  @Test func aPlaceHasAllItsMembers() async throws {
    let place = Location(
      latitude: 46, longitude: 14.5, altitude: 300, horizontalAccuracy: 5, verticalAccuracy: 8, course: 90, speed: 1.5,
      timestamp: Date(timeIntervalSince1970: 7.1234))
    try await run(OnePlace(place: place)) { test async throws in
      let page = try await TestPage.open(test.url)
      let call = try await page.ask(
        "_bridge.location.getCurrentPosition", JSLocationMessageOptions(), as: JSON.self)
      let members = try JSONSerialization.jsonObject(with: Data(try await call.value().bytes)) as? [String: Double]
      #expect(
        members == [
          "latitude": 46, "longitude": 14.5, "altitude": 300, "accuracy": 5, "altitudeAccuracy": 8, "heading": 90,
          "speed": 1.5, "timestamp": 7123,
        ])
    }
  }

  @Test func whatIsNotKnownIsNull() async throws {
    try await run(RecordedPlaces(at: 1)) { test async throws in
      let page = try await TestPage.open(test.url)
      let call = try await page.ask(
        "_bridge.location.getCurrentPosition", JSLocationMessageOptions(), as: JSON.self)
      let members = try JSONSerialization.jsonObject(with: Data(try await call.value().bytes)) as? [String: Any]
      for name in ["altitude", "altitudeAccuracy", "heading", "speed"] { #expect(members?[name] is NSNull) }
    }
  }

  @Test func whereNobodyKnowsTheCodeIs2() async throws {
    try await run(RecordedPlaces()) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await current(page) == .failure(2, "The position is not known."))
    }
  }

  @Test(
    arguments: [
      (LocationServicesError.denied as any Error, 1, "denied"), (LocationServicesError.unavailable, 2, "prompt"),
      (LocationServicesError.timeout, 3, "prompt"), (FixtureError(), 1, "denied"),
    ] as [(any Error, Int, String)]) func aRefusalHasItsCode(error: any Error, code: Int, state: String) async throws
  {
    let service = RecordedPlaces(at: 1, refusing: error)
    try await run(service) { test async throws in
      let page = try await TestPage.open(test.url)
      for name in ["getCurrentPosition", "watchPosition"] {
        guard case .failure(code, _) = try await ask(page, name).value() else {
          Issue.record("\(name) was not refused with \(code)")
          return
        }
      }
      #expect(try await page.call("_bridge.location.permission") == state)
    }
  }

  @Test func theNearestServiceAnswers() async throws {
    try await run(RecordedPlaces(at: 1), own: RecordedPlaces(at: 2)) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await current(page) == .place(2))
      let webView = try #require(test.server.webViews.first)
      webView.bind(locationServiceBridge: nil)
      #expect(try await current(page) == .place(1))
      #expect(try await page.call("_bridge.location.permission") == "granted")
    }
  }

  @Test func withoutAServiceTheBrowserIsToAnswer() async throws {
    try await run(nil) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await current(page) == .allowed(false))
      #expect(try await ask(page, "watchPosition").values.all() == [.allowed(false)])
      #expect(try await page.call("_bridge.location.permission") == "")
    }
  }

  @Test func aWatchEndsWhenThePageCancelsIt() async throws {
    let service = RecordedPlaces()
    try await run(service) { test async throws in
      var asked = service.asked.makeAsyncIterator()
      let page = try await TestPage.open(test.url)
      let watch = try await ask(page, "watchPosition")
      #expect(try await watch.values.next() == .allowed(true))
      #expect(await asked.next() == "start")
      for _ in 0..<3 {
        await service.tellEach()
        #expect(try await watch.values.next() == .place(1))
      }
      await page.cancel(watch)
      #expect(await asked.next() == "stop")
    }
  }

  @Test(arguments: ["next.html", ""]) func aWatchEndsWithItsPage(next: String) async throws {
    let service = RecordedPlaces()
    try await run(service) { test async throws in
      var asked = service.asked.makeAsyncIterator()
      let page = try await TestPage.open(test.url)
      _ = try await ask(page, "watchPosition")
      #expect(await asked.next() == "start")
      if next.isEmpty { await page.close() } else { _ = try await page.follow("/next.html") }
      #expect(await asked.next() == "stop")
    }
  }

  @Test func aServiceMayEnd() async throws {
    let service = RecordedPlaces()
    try await run(service) { test async throws in
      var asked = service.asked.makeAsyncIterator()
      let page = try await TestPage.open(test.url)
      let watch = try await ask(page, "watchPosition")
      #expect(await asked.next() == "start")
      await service.end()
      #expect(try await watch.value() == .failure(2, "The location service has ended."))
      #expect(await asked.next() == "stop")
    }
  }

  /// Two pages use one service. Each request has its own id, and answers reach only the page that asked.
  @Test func pagesDoNotSeeEachOther() async throws {
    let service = RecordedPlaces()
    try await run(service) { test async throws in
      var asked = service.asked.makeAsyncIterator()
      let pages = [try await TestPage.open(test.url), try await TestPage.open(test.url)]
      var watches: [PendingCall<Answer>] = []
      for page in pages {
        watches.append(try await ask(page, "watchPosition"))
        #expect(await asked.next() == "start")
        #expect(try await watches.last?.values.next() == .allowed(true))
      }
      await service.tellEach()
      #expect(try await watches[0].values.next() == .place(1))
      #expect(try await watches[1].values.next() == .place(2))
      await pages[0].close()
      #expect(await asked.next() == "stop")
      // The other page keeps receiving locations.
      await service.tellEach()
      #expect(try await watches[1].values.next() == .place(1))
    }
  }

  @Test func aServiceThatPagesDoNotKnowOfIsWarnedAbout() async throws {
    let recorder = LogRecorder()
    try await TestServer.run(
      configure: { $0.logger = recorder.logger },
      prepare: {
        $0.bind(locationServiceBridge: RecordedPlaces())
        $0.bind(cameraMicrophoneServiceBridge: nil)
      }
    ) { test async throws in
      let page = try await TestPage.open(test.url)
      _ = page
    }
    #expect(
      recorder.lines == [
        "pages do not load the script of a bound service: set BridgeConfiguration.parts to [.location] "
          + "part=location"
      ])
  }

  /// If the program adds an interface under the name of the bridge's interface, that interface is ignored.
  @Test func itsNamespaceIsTheBridgesOwn() async throws {
    let recorder = LogRecorder(from: .error)
    try await TestServer.run(
      configure: {
        $0.logger = recorder.logger
        $0.locationServiceBridge = RecordedPlaces(at: 1)
      }, prepare: { $0.addInterface(Fixture(), by: "_bridge.location") }
    ) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await current(page) == .place(1))
    }
    #expect(recorder.lines.count == 1)
  }
}

/// A device that does not move.
private actor OnePlace: LocationServicesBridge {
  private let place: Location?

  init(place: Location?) { self.place = place }

  func checkPermission() async throws {}
  func location(id: Double, options: JSLocationMessageOptions?) async -> Location? { place }
  func startUpdatingLocation(id: Double, options: JSLocationMessageOptions?) -> AsyncStream<Location> {
    AsyncStream { $0.finish() }
  }
  func stopUpdatingLocation(id: Double) {}
}
