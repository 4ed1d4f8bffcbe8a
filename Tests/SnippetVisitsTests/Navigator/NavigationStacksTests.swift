import Foundation
import SnippetShell
import Testing

@testable import SnippetVisits

/// The rules R9 to R26 of docs/internals/visit-rules.md for stacks of screens, without a shell.
@Suite(.timeLimit(.minutes(2))) struct NavigationStacksTests {
  /// Stacks whose screens are named by their paths, with the last outcome.
  struct Driver {
    var stacks = NavigationStacks()
    var outcome = NavigationStacks.Outcome()
    var names: [ScreenID: String] = [:]

    var main: [String] { stacks.main.map { names[$0.id] ?? "?" } }
    var modal: [String] { stacks.modal.map { names[$0.id] ?? "?" } }
    var erased: Set<String> { Set(outcome.erased.map { names[$0] ?? "?" }) }
    /// The visit, such as `modal /new advance`.
    var visit: String? {
      outcome.visit.map { "\($0.context) \(names[$0.screen] ?? "?") \($0.options.action)" }
    }

    init(_ main: [String] = ["/"], modal: [String] = []) {
      for path in main { route(path) }
      for path in modal { route(path, ["context": "modal"]) }
    }

    mutating func route(
      _ path: String, _ properties: PathProperties = [:], _ action: VisitAction = .advance, redirected: Bool = false,
      html: String? = nil
    ) {
      let response =
        redirected || html != nil
        ? VisitResponse(statusCode: 200, redirected: redirected, responseHTML: html) : nil
      let id = ScreenID()
      names[id] = path
      outcome = stacks.route(
        VisitProposal(
          url: URL(string: "http://host.example" + path) ?? URL(filePath: "/"),
          options: VisitOptions(action: action, response: response), properties: properties),
        as: id)
    }
  }

  @Test("the first screen is the root, in the main stack")
  func root() {
    var driver = Driver([])
    driver.route("/", ["context": "modal", "presentation": "replace"])
    #expect(driver.main == ["/"] && driver.modal.isEmpty)
    #expect(driver.visit == "default / advance")
    #expect(!driver.outcome.isNewEntry)
  }

  @Test("R9: the same location as the top replaces the top")
  func sameTop() {
    var driver = Driver(["/", "/a"])
    driver.route("/a#part")
    #expect(driver.main == ["/", "/a#part"])
    #expect(driver.visit == "default /a#part advance")
    #expect(driver.erased == ["/a"] && !driver.outcome.isNewEntry)
  }

  @Test("R10: the same location as the screen below pops one, and that screen visits again")
  func sameBelow() {
    var driver = Driver(["/", "/a", "/b"])
    driver.route("/a")
    #expect(driver.main == ["/", "/a"])
    #expect(driver.visit == "default /a advance")
    #expect(driver.outcome.visit?.screen == driver.stacks.main.last?.id)
    #expect(!driver.outcome.isNewEntry)
  }

  @Test("R26: a page of the main stack that is redirected elsewhere is removed, not the modal above it")
  func popBelowTheModal() {
    var driver = Driver(["/", "/a"], modal: ["/new"])
    driver.stacks.pop(from: .default)
    #expect(driver.main == ["/"] && driver.modal == ["/new"])
    driver.stacks.pop(from: .modal)
    #expect(driver.main == ["/"] && driver.modal.isEmpty)
  }

  @Test("R11: another location is pushed by advance")
  func advance() {
    var driver = Driver(["/", "/a", "/b"])
    driver.route("/")
    #expect(driver.main == ["/", "/a", "/b", "/"])
    #expect(driver.visit == "default / advance" && driver.outcome.isNewEntry && driver.erased.isEmpty)
  }

  @Test("R12: replace and restore replace the top", arguments: [VisitAction.replace, .restore])
  func replace(action: VisitAction) {
    var driver = Driver(["/", "/a"])
    driver.route("/b", [:], action)
    #expect(driver.main == ["/", "/b"])
    #expect(driver.visit == "default /b \(action)" && driver.erased == ["/a"])
  }

  @Test("R13: the default context dismisses the modal; what is not there is pushed", arguments: VisitAction.all)
  func modalToDefault(action: VisitAction) {
    var driver = Driver(["/", "/a"], modal: ["/new", "/new/2"])
    driver.route("/b", [:], action)
    #expect(driver.main == ["/", "/a", "/b"] && driver.modal.isEmpty)
    #expect(driver.erased == ["/new", "/new/2"] && driver.outcome.isNewEntry)
    driver = Driver(["/", "/a"], modal: ["/new"])
    driver.route("/a", [:], action)
    #expect(driver.main == ["/", "/a"] && driver.erased == ["/new", "/a"])
    driver = Driver(["/", "/a"], modal: ["/new"])
    driver.route("/", [:], action)
    #expect(driver.main == ["/"] && driver.erased == ["/new"] && driver.visit == "default / \(action)")
  }

  @Test("R14: the modal context presents a modal of one screen", arguments: ["default", "replace", "push"])
  func present(presentation: Props) {
    var driver = Driver(["/", "/a"])
    driver.route("/new", ["context": "modal", "presentation": presentation])
    #expect(driver.main == ["/", "/a"] && driver.modal == ["/new"])
    #expect(driver.visit == "modal /new advance" && driver.outcome.isNewEntry && driver.erased.isEmpty)
  }

  @Test("R15: within a modal the same rules apply to its stack")
  func modalToModal() {
    var driver = Driver(["/"], modal: ["/new"])
    driver.route("/new/2", ["context": "modal"])
    #expect(driver.modal == ["/new", "/new/2"] && driver.visit == "modal /new/2 advance" && driver.outcome.isNewEntry)
    driver.route("/new/2", ["context": "modal"])
    #expect(driver.modal == ["/new", "/new/2"] && driver.erased == ["/new/2"])
    driver.route("/new", ["context": "modal"])
    #expect(driver.modal == ["/new"])
    driver.route("/x", ["context": "modal"], .replace)
    #expect(driver.modal == ["/x"] && driver.main == ["/"])
  }

  @Test("R16: replace within a modal replaces its top")
  func modalReplace() {
    var driver = Driver(["/"], modal: ["/new", "/new/2"])
    driver.route("/x", ["context": "modal", "presentation": "replace"])
    #expect(driver.modal == ["/new", "/x"] && driver.erased == ["/new/2"] && driver.visit == "modal /x advance")
  }

  @Test("R17: replace in the default context dismisses the modal and replaces the top")
  func defaultReplace() {
    var driver = Driver(["/", "/a"], modal: ["/new", "/new/2"])
    driver.route("/b", ["presentation": "replace"])
    #expect(driver.main == ["/", "/b"] && driver.modal.isEmpty)
    #expect(driver.erased == ["/a", "/new", "/new/2"])
    #expect(driver.visit == "default /b advance" && !driver.outcome.isNewEntry)
  }

  @Test("R18: pop removes one screen, or the modal with its last one; nothing is visited")
  func pop() {
    var driver = Driver(["/", "/a"], modal: ["/new", "/new/2"])
    for (main, modal) in [(["/", "/a"], ["/new"]), (["/", "/a"], []), (["/"], []), (["/"], [])] {
      driver.route("/x", ["presentation": "pop"])
      #expect(driver.main == main && driver.modal == modal)
      #expect(driver.visit == nil && driver.erased.isEmpty && !driver.outcome.isNewEntry)
    }
  }

  @Test("R19: refresh pops and visits the revealed screen with replace")
  func refresh() {
    var driver = Driver(["/", "/a"], modal: ["/new", "/new/2"])
    for (visit, erased) in [("modal /new", "/new/2"), ("default /a", "/new"), ("default /", "/a")] {
      driver.route("/x", ["presentation": "refresh"])
      #expect(driver.visit == "\(visit) replace" && driver.erased == [erased])
    }
    driver.route("/x", ["presentation": "refresh"])
    #expect(driver.main == ["/"] && driver.visit == "default / replace" && driver.erased.isEmpty)
  }

  @Test("R20: clear_all keeps the root, which is visited with replace")
  func clearAll() {
    var driver = Driver(["/", "/a", "/b"], modal: ["/new"])
    driver.route("/x", ["presentation": "clear_all"])
    #expect(driver.main == ["/"] && driver.modal.isEmpty && driver.visit == "default / replace")
    #expect(driver.erased == ["/a", "/b", "/new"])
  }

  @Test("R21: replace_root leaves one new screen and uses HTML that has arrived")
  func replaceRoot() {
    var driver = Driver(["/", "/a"], modal: ["/new"])
    driver.route("/b", ["presentation": "replace_root"], redirected: true, html: "<p>")
    #expect(driver.main == ["/b"] && driver.modal.isEmpty && driver.erased == ["/", "/a", "/new"])
    #expect(driver.visit == "default /b replace")
    #expect(driver.outcome.visit?.options.response?.responseHTML == "<p>")
  }

  @Test("R22: none changes nothing")
  func none() {
    var driver = Driver(["/", "/a"], modal: ["/new"])
    driver.route("/x", ["presentation": "none"])
    #expect(driver.main == ["/", "/a"] && driver.modal == ["/new"] && driver.outcome == .init())
  }

  @Test("R23: historical locations dismiss the modal, then pop, do nothing, or visit the top again")
  func historical() {
    let all = CompiledRule.historicalLocations
    for (name, main, visit) in [
      ("recede", ["/"], nil), ("resume", ["/", "/a"], nil), ("refresh", ["/", "/a"], "default /a replace"),
    ] {
      var driver = Driver(["/", "/a"], modal: ["/new", "/new/2"])
      driver.route("/\(name)", all["\(name)_historical_location"] ?? [:])
      #expect(driver.main == main && driver.modal.isEmpty && driver.visit == visit)
    }
  }

  @Test("R24: path and query decide; host and fragment do not")
  func locations() throws {
    func isSame(_ one: String, _ other: String, byPath: Bool = false) throws -> Bool {
      try #require(URL(string: one)).isSameLocation(as: try #require(URL(string: other)), byPath: byPath)
    }
    #expect(try isSame("http://one.example/a?x=1#p", "https://two.example:81/a?x=1#q"))
    #expect(try isSame("http://one.example", "http://one.example/"))
    #expect(try !isSame("http://one.example/a", "http://one.example/a/"))
    #expect(try !isSame("http://one.example/a?x=1", "http://one.example/a?x=2"))
    #expect(try isSame("http://one.example/a?x=1", "http://one.example/a", byPath: true))
  }

  @Test("R24: another query is pushed, or replaces with query_string_presentation replace")
  func queries() {
    var driver = Driver(["/", "/a?page=1"])
    driver.route("/a?page=2", ["query_string_presentation": "replace"])
    #expect(driver.main == ["/", "/a?page=2"])
    driver.route("/a?page=3")
    #expect(driver.main == ["/", "/a?page=2", "/a?page=3"])
  }

  @Test("R26: a redirect within a context replaces without a further pop")
  func redirectWithin() {
    var driver = Driver(["/", "/a", "/b"])
    driver.route("/c", [:], .replace, redirected: true)
    #expect(driver.main == ["/", "/a", "/c"])
    driver = Driver(["/"], modal: ["/new", "/new/2"])
    driver.route("/new/3", ["context": "modal"], .replace, redirected: true)
    #expect(driver.main == ["/"] && driver.modal == ["/new", "/new/3"])
  }

  @Test("R26: a redirect from the main stack to a modal removes the stranded screen, but not the root")
  func redirectToModal() {
    var driver = Driver(["/", "/a", "/b"])
    driver.route("/login", ["context": "modal"], .replace, redirected: true)
    #expect(driver.main == ["/", "/a"] && driver.modal == ["/login"] && driver.erased == ["/b"])
    #expect(driver.outcome.isNewEntry)
    driver = Driver(["/"])
    driver.route("/login", ["context": "modal"], .replace, redirected: true)
    #expect(driver.main == ["/"] && driver.modal == ["/login"])
  }
}

extension VisitAction {
  fileprivate static let all: [VisitAction] = [.advance, .replace, .restore]
}
