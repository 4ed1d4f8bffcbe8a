import SnippetBridgeDevelopment
import Testing

@testable import SnippetBridgeCommand

@Suite(.timeLimit(.minutes(5)))
struct DevStateTests {
  static let addresses = ServedAddresses(
    urls: ["http://127.0.0.1:8080/"], listeners: [.init(host: "127.0.0.1", port: 8080)], roots: ["/shop/public"])
  static let mistake = Problem("/shop/Shop.swift:3:5: cannot find 'x'")

  /// Returns the state after the first program listens.
  static func serving(stopsFirst: Bool = false) -> DevState {
    var state = DevState(stopsFirst: stopsFirst)
    _ = state.begin()
    _ = state.handle(.built(.succeeded(isNew: true)))
    _ = state.handle(.listening(1, addresses))
    return state
  }

  @Test func buildsThenStartsThenWatchesTheDocuments() {
    var state = DevState(opensBrowser: true)
    #expect(state.begin() == [.build])
    #expect(state.handle(.built(.succeeded(isNew: true))) == [.start(1, ports: [])])
    #expect(
      state.handle(.listening(1, Self.addresses)) == [
        .endStandIn, .watch(roots: ["/shop/public"]), .openBrowser(url: "http://127.0.0.1:8080/"),
      ])
    #expect(state.serving == 1)
  }

  @Test func tellsPagesAboutDocumentsWithoutABuild() {
    var state = Self.serving()
    #expect(
      state.handle(.changed(ChangeSet(documents: ["/style.css"]))) == [
        .report(.changed(["/style.css"])), .send(.changed(paths: ["/style.css"]), to: 1),
      ])
  }

  @Test func reportsAProgramThatDoesNotListen() {
    var state = DevState()
    _ = state.begin()
    _ = state.handle(.built(.succeeded(isNew: true)))
    #expect(state.handle(.late(1)) == [.report(.late)])
    _ = state.handle(.listening(1, Self.addresses))
    #expect(state.handle(.late(1)) == [])
  }

  /// A message with all paths would exceed the maximum size of a message.
  @Test func reloadsAllPagesAfterVeryManyChanges() {
    var state = Self.serving()
    let paths = (0..<501).map { "/\($0).html" }
    #expect(state.handle(.changed(ChangeSet(documents: paths))).last == .send(.reload, to: 1))
  }

  @Test func replacesTheProgramOnlyWhenTheNewOneListens() {
    var state = Self.serving()
    #expect(state.handle(.changed(ChangeSet(needsBuild: true))) == [.build])
    #expect(
      state.handle(.built(.succeeded(isNew: true))) == [.send(.restarting, to: 1), .start(2, ports: [8080])])
    #expect(state.serving == 1)
    #expect(
      state.handle(.listening(2, Self.addresses)) == [
        .send(.restarting, to: 1), .stop(1), .endStandIn, .watch(roots: ["/shop/public"]),
      ])
    #expect(state.handle(.ended(1, how: "ended with status 0", lines: [])) == [])
    #expect(state.serving == 2)
  }

  @Test func keepsTheProgramIfTheExecutableIsTheSame() {
    var state = Self.serving()
    _ = state.handle(.changed(ChangeSet(needsBuild: true)))
    #expect(state.handle(.built(.succeeded(isNew: false))) == [])
    #expect(state.serving == 1)
  }

  @Test func buildsAgainAfterAChangeDuringABuild() {
    var state = Self.serving()
    _ = state.handle(.changed(ChangeSet(needsBuild: true)))
    #expect(state.handle(.changed(ChangeSet(needsBuild: true))) == [.interruptBuild])
    #expect(state.handle(.built(.failed([]))) == [.build])
    #expect(state.handle(.built(.succeeded(isNew: true))).last == .start(2, ports: [8080]))
  }

  @Test func showsErrorsUntilTheBuildSucceeds() {
    var state = Self.serving()
    _ = state.handle(.changed(ChangeSet(needsBuild: true)))
    #expect(
      state.handle(.built(.failed([Self.mistake]))) == [
        .report(.problems([Self.mistake])), .send(.problems([Self.mistake]), to: 1),
      ])
    #expect(state.problems == [Self.mistake])
    _ = state.handle(.changed(ChangeSet(needsBuild: true)))
    #expect(
      state.handle(.built(.succeeded(isNew: false))) == [.report(.repaired), .send(.problems([]), to: 1)])
  }

  @Test func standsInForAProgramThatHasCrashed() {
    var state = Self.serving()
    let problem = Problem("The program ended with status 1.", lines: ["Fatal error"])
    #expect(
      state.handle(.ended(1, how: "ended with status 1", lines: ["Fatal error"])) == [
        .report(.problems([problem])), .standIn(Self.addresses, [problem]),
      ])
    _ = state.handle(.changed(ChangeSet(needsBuild: true)))
    // Both problems are shown.
    #expect(
      state.handle(.built(.failed([Self.mistake]))) == [
        .report(.problems([Self.mistake])), .standIn(Self.addresses, [Self.mistake, problem]),
      ])
    _ = state.handle(.changed(ChangeSet(needsBuild: true)))
    #expect(state.handle(.built(.succeeded(isNew: true))).last == .start(2, ports: [8080]))
    #expect(state.handle(.listening(2, Self.addresses)).contains(.endStandIn))
    #expect(state.problems == [])
  }

  @Test func keepsTheOldProgramIfTheNewOneDoesNotStart() {
    var state = Self.serving()
    _ = state.handle(.changed(ChangeSet(needsBuild: true)))
    _ = state.handle(.built(.succeeded(isNew: true)))
    let problem = Problem("The program ended with status 1 before it served pages.", lines: ["No certificate"])
    #expect(
      state.handle(.ended(2, how: "ended with status 1", lines: ["No certificate"])) == [
        .report(.problems([problem])), .send(.problems([problem]), to: 1),
      ])
    #expect(state.serving == 1)
  }

  /// A change of the sources does not help a program whose options are wrong.
  @Test func namesTheRemedyForWrongOptions() {
    var state = Self.serving()
    _ = state.handle(.changed(ChangeSet(needsBuild: true)))
    _ = state.handle(.built(.succeeded(isNew: true)))
    _ = state.handle(.ended(2, how: "ended with status 64", lines: ["Error: Unknown option '--nonsense'"]))
    #expect(
      state.problems.last?.lines == [
        "Error: Unknown option '--nonsense'", "Press q, and start snippet-bridge dev with other options after --.",
      ])
  }

  @Test func replacesAProgramThatIsStartingWhenTheNextOneIsBuilt() {
    var state = Self.serving()
    _ = state.handle(.changed(ChangeSet(needsBuild: true)))
    _ = state.handle(.built(.succeeded(isNew: true)))
    _ = state.handle(.changed(ChangeSet(needsBuild: true)))
    #expect(
      state.handle(.built(.succeeded(isNew: true))) == [
        .stop(2), .send(.restarting, to: 1), .start(3, ports: [8080]),
      ])
    // The stopped program may report that it listens. It is ignored.
    #expect(state.handle(.listening(2, Self.addresses)) == [])
    #expect(state.handle(.ended(2, how: "", lines: [])) == [])
    #expect(state.serving == 1)
  }

  @Test func stopsTheOldProgramFirstIfAsked() {
    var state = Self.serving(stopsFirst: true)
    _ = state.handle(.changed(ChangeSet(needsBuild: true)))
    #expect(state.handle(.built(.succeeded(isNew: true))) == [.send(.restarting, to: 1), .stop(1)])
    #expect(state.handle(.ended(1, how: "", lines: [])) == [.start(2, ports: [8080])])
  }

  @Test func restartsWhenTheUserAsks() {
    var state = Self.serving()
    #expect(state.handle(.restart) == [.send(.restarting, to: 1), .stop(1)])
    #expect(state.handle(.ended(1, how: "", lines: [])) == [.start(2, ports: [8080])])
  }

  @Test func endsEverythingBeforeItExits() {
    var state = Self.serving()
    _ = state.handle(.changed(ChangeSet(needsBuild: true)))
    #expect(state.handle(.quit) == [.interruptBuild, .stop(1), .endStandIn])
    #expect(state.handle(.quit) == [.killAll, .exit])
    #expect(state.handle(.built(.failed([]))) == [])
    #expect(state.handle(.ended(1, how: "", lines: [])) == [.exit])
  }

  @Test func exitsAtOnceWithoutAProgram() {
    var state = DevState()
    _ = state.begin()
    _ = state.handle(.built(.failed([Self.mistake])))
    #expect(state.handle(.quit) == [.endStandIn, .exit])
  }

  @Test func countsOnlyThePagesOfTheServingProgram() {
    var state = Self.serving()
    _ = state.handle(.pages(1, 3))
    _ = state.handle(.pages(2, 9))
    #expect(state.pages == 3)
  }
}
