import Foundation
import SnippetBridgeTesting
import SnippetShell
import Testing

@testable import SnippetVisits

/// Random sequences of proposals, compared with a second, simpler implementation that uses lists of paths.
@Suite(.timeLimit(.minutes(5))) struct NavigationModelTests {
  /// The stacks of the simpler implementation, and the last visit.
  private struct Model: Equatable {
    var main: [String] = ["/0"]
    var modal: [String] = []
    var visit: String?

    /// Applies a proposal according to the table in Hotwire's documentation.
    mutating func route(
      _ path: String, _ context: String, _ presentation: String, _ action: VisitAction, _ isRedirect: Bool
    ) {
      visit = nil
      let hadModal = !modal.isEmpty
      switch (presentation, context) {
      case ("none", _): return
      case ("pop", _), ("refresh", _):
        if hadModal { modal.removeLast() } else if main.count > 1 { main.removeLast() }
        if presentation == "refresh" { visit = modal.last ?? main.last }
      case ("clear_all", _):
        (main, modal) = ([main[0]], [])
        visit = main[0]
      case ("replace_root", _):
        (main, modal, visit) = ([path], [], path)
      case ("replace", "default"):
        (main, modal, visit) = (main.dropLast() + [path], [], path)
      case ("replace", _):
        (modal, visit) = (modal.dropLast() + [path], path)
      case (_, "modal") where !hadModal:
        if isRedirect, main.count > 1 { main.removeLast() }
        (modal, visit) = ([path], path)
      case (_, "modal"): modal = next(modal, path, pushes: action == .advance)
      default:
        modal = []
        main = next(main, path, pushes: action == .advance || hadModal)
      }
      if visit == nil, presentation == "default" { visit = path }
    }

    private func next(_ stack: [String], _ path: String, pushes: Bool) -> [String] {
      if stack.last == path { return stack }
      if stack.dropLast().last == path { return stack.dropLast() }
      return pushes ? stack + [path] : stack.dropLast() + [path]
    }
  }

  @Test("R28: 10,000 random sequences agree with a second model and keep every invariant")
  func random() throws {
    var random = SplitMix64(seed: 24)
    for sequence in 0..<10_000 {
      var stacks = NavigationStacks()
      var model = Model()
      var erased: Set<ScreenID> = []
      _ = stacks.route(VisitProposal(url: try url("/0")), as: ScreenID())
      for step in 0..<Int.random(in: 1...30, using: &random) {
        let path = "/\(Int.random(in: 0..<5, using: &random))"
        let context = Bool.random(using: &random) ? "default" : "modal"
        let presentation =
          ["default", "default", "default", "pop", "replace", "refresh", "clear_all", "replace_root", "none"]
          .randomElement(
            using: &random) ?? ""
        let action: VisitAction = Bool.random(using: &random) ? .advance : .replace
        let isRedirect = Int.random(in: 0..<4, using: &random) == 0
        let id = ScreenID()
        let proposal = VisitProposal(
          url: try url(path),
          options: VisitOptions(
            action: action, response: isRedirect ? VisitResponse(statusCode: 200, redirected: true) : nil),
          properties: ["context": .string(context), "presentation": .string(presentation)])
        let old = stacks
        let outcome = stacks.route(proposal, as: id)
        model.route(path, context, presentation, action, isRedirect)
        let place: Comment = "sequence \(sequence), step \(step): \(context) \(presentation) \(action) \(path)"
        #expect(stacks.main.map(\.url.pathAndQuery) == model.main, place)
        #expect(stacks.modal.map(\.url.pathAndQuery) == model.modal, place)
        let visited = outcome.visit.flatMap { visit in (stacks.main + stacks.modal).first { $0.id == visit.screen } }
        #expect(visited?.url.pathAndQuery == model.visit, place)
        // The screen that is visited must be the top of its stack.
        #expect(outcome.visit.map { $0.screen == stacks.top?.id } ?? true, place)
        erased.formUnion(outcome.erased)
        #expect(erased.isDisjoint(with: stacks.screens), place)
        #expect(Set(stacks.screens).count == stacks.screens.count && !stacks.main.isEmpty, place)
        // Only a proposal that shows a new screen may create a history entry. Screens that are removed by anything but
        // a pop or a dismissal must be erased from the history.
        #expect(!outcome.isNewEntry || stacks.top?.id == id, place)
        let gone = Set(old.screens).subtracting(stacks.screens)
        let isPop = presentation == "pop" || presentation == "default"
        #expect(isPop || gone == outcome.erased, place)
      }
    }
  }

  private func url(_ path: String) throws -> URL { try #require(URL(string: "http://host.example" + path)) }
}
