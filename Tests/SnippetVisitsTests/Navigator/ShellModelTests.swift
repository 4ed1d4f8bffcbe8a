import Foundation
import SnippetBridgeTesting
import Testing

@testable import SnippetVisits

/// Random sequences of proposals, pops, dismissals and steps in the history, in a shell over real sockets.
///
/// `VISIT_SEQUENCES=10000` runs 10,000 sequences, which takes several minutes. Without it, 60 sequences run.
@Suite(.timeLimit(.minutes(60))) struct ShellModelTests {
  private static let sequences = ProcessInfo.processInfo.environment["VISIT_SEQUENCES"].flatMap { Int($0) } ?? 60
  private static let paths = ["/home", "/books", "/books/1", "/books/2"]

  /// A random change of the screens.
  private enum Step {
    case route(String, context: String, presentation: String, VisitAction, isRedirect: Bool)
    case pop, dismiss, back, forward

    init(_ random: inout SplitMix64) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: self = .pop
      case 1: self = .dismiss
      case 2, 3: self = .back
      case 4: self = .forward
      default:
        let presentations = ["default", "default", "default", "pop", "replace", "refresh", "clear_all", "replace_root"]
        self = .route(
          ShellModelTests.paths.randomElement(using: &random) ?? "",
          context: Bool.random(using: &random) ? "default" : "modal",
          presentation: presentations.randomElement(using: &random) ?? "",
          Int.random(in: 0..<3, using: &random) == 0 ? .replace : .advance,
          isRedirect: Int.random(in: 0..<4, using: &random) == 0)
      }
    }
  }

  /// The browser's history as lists of screens. Each screen is a number, and `paths` contains the path for each number.
  private struct Model {
    struct Place: Equatable { var main: [Int], modal: [Int] = [] }

    var entries = [Place(main: [0])]
    var index = 0
    var paths = ["/home"]
    var place: Place { entries[index] }
    var top: String { paths[place.modal.last ?? place.main[place.main.count - 1]] }
    var stacks: String {
      let main = place.main.map { paths[$0] }.joined(separator: " ")
      return place.modal.isEmpty ? main : main + " | " + place.modal.map { paths[$0] }.joined(separator: " ")
    }

    mutating func take(_ step: Step) {
      var next = place
      switch step {
      case .back: index = max(0, index - 1)
      case .forward: index = min(entries.count - 1, index + 1)
      case .pop:
        removeLast(of: &next)
        show(next)
      case .dismiss:
        next.modal = []
        show(next)
      case .route(let path, let context, let presentation, let action, let isRedirect):
        route(path, context == "modal", presentation, action, isRedirect)
      }
    }

    private func removeLast(of place: inout Place) {
      if !place.modal.isEmpty { place.modal.removeLast() } else if place.main.count > 1 { place.main.removeLast() }
    }

    /// Changes the visible stacks to `next`: with `isNew` in a new entry, otherwise in the last earlier entry with
    /// these stacks or, if there is none, in the current entry. Removes all other entries with a screen of `erased`.
    private mutating func show(_ next: Place, isNew: Bool = false, erasing erased: [Int] = []) {
      guard next != place else { return }
      if isNew {
        entries = entries[...index] + [next]
        index += 1
      } else if let earlier = entries[..<index].lastIndex(of: next) {
        index = earlier
      } else {
        entries[index] = next
      }
      let erased = Set(erased)
      for other in entries.indices.reversed() where other != index {
        guard !erased.isDisjoint(with: entries[other].main + entries[other].modal) else { continue }
        entries.remove(at: other)
        if other < index { index -= 1 }
      }
    }

    private mutating func route(
      _ path: String, _ isModal: Bool, _ presentation: String, _ action: VisitAction, _ isRedirect: Bool
    ) {
      let (old, id) = (place, paths.count)
      var next = old
      paths.append(path)
      switch presentation {
      case "pop":
        removeLast(of: &next)
        show(next)
      case "refresh":
        removeLast(of: &next)
        show(next, erasing: Array(Set(old.main + old.modal).subtracting(next.main + next.modal)))
      case "clear_all": show(Place(main: [old.main[0]]), erasing: old.main.dropFirst() + old.modal)
      case "replace_root": show(Place(main: [id]), erasing: old.main + old.modal)
      case "replace" where isModal:
        next.modal = old.modal.dropLast() + [id]
        show(next, isNew: old.modal.isEmpty, erasing: Array(old.modal.suffix(1)))
      case "replace":
        show(Place(main: old.main.dropLast() + [id]), erasing: old.modal + old.main.suffix(1))
      case _ where isModal && old.modal.isEmpty:
        let stranded = isRedirect && old.main.count > 1 ? Array(old.main.suffix(1)) : []
        show(Place(main: old.main.filter { !stranded.contains($0) }, modal: [id]), isNew: true, erasing: stranded)
      default:
        let stack = isModal ? old.modal : old.main
        var erased = isModal ? [] : old.modal
        var (result, isNew) = (stack, false)
        if paths[stack[stack.count - 1]] == path {
          result = stack.dropLast() + [id]
          erased += stack.suffix(1)
        } else if stack.count > 1, paths[stack[stack.count - 2]] == path {
          result = stack.dropLast()
        } else if action == .advance || !isModal && !old.modal.isEmpty {
          (result, isNew) = (stack + [id], true)
        } else {
          result = stack.dropLast() + [id]
          erased += stack.suffix(1)
        }
        show(isModal ? Place(main: old.main, modal: result) : Place(main: result), isNew: isNew, erasing: erased)
      }
    }
  }

  @Test("R28: the stacks, the history and the visible page agree with a model after each step of random sequences")
  func random() async throws {
    try await VisitsFixture.run { visits in
      // Load a document in both sessions first: the main session, which shows `/home`, and the modal session, which
      // shows `/new` in a sheet. All later visits then go through Turbo, without loading a document.
      await visits.turbo.propose("/new")
      try await visits.browser.wait(for: "the sheet") { $0.topSource == "/new" }
      let modal = await TestTurbo.begin(in: try await visits.browser.topPage())
      try await visits.browser.wait(for: "the sheet's title") { $0.title == "/new" }
      var random = SplitMix64(seed: 28)
      for sequence in 0..<Self.sequences {
        var model = Model()
        let root = Step.route("/home", context: "default", presentation: "replace_root", .advance, isRedirect: false)
        try await take(root, in: visits)
        try await visits.browser.wait(for: "the root of sequence \(sequence)") {
          $0.title == "/home" && $0.position == (0, 1)
        }
        var steps: [Step] = []
        for _ in 0..<Int.random(in: 1...10, using: &random) {
          let step = Step(&random)
          steps.append(step)
          model.take(step)
          try await take(step, in: visits)
          let (top, index, count) = (model.top, model.index, model.entries.count)
          try await visits.browser.wait(for: "\(top) at \(index) of \(count), sequence \(sequence): \(steps)") {
            $0.title == top && $0.position == (index, count)
          }
          let place: Comment = "sequence \(sequence): \(steps)"
          // The browser shows a step before Swift has received it, and a restored title before its page. So wait until
          // all of them agree.
          let page = await model.place.modal.isEmpty ? visits.turbo.page : modal.page
          let (stacks, end) = (model.stacks, ContinuousClock.now + .seconds(15))
          while .now < end {
            if await page.url.path == top, await visits.stacks == stacks { break }
            await Task.yield()
          }
          #expect(await visits.stacks == stacks, place)
          #expect(await visits.shell.canGoBack == (model.index > 0), place)
          #expect(await visits.shell.canGoForward == (model.index < model.entries.count - 1), place)
          let (path, visited) = (await page.url.path, await visits.turbo.visits.suffix(6))
          #expect(path == top, "\(place), after the visits \(visited)")
        }
      }
    }
  }

  private func take(_ step: Step, in visits: VisitsFixture) async throws {
    switch step {
    case .back: try await visits.browser.goBack()
    case .forward: try await visits.browser.goForward()
    case .pop: await visits.perform { navigator, _ in navigator.pop() }
    case .dismiss: await visits.shell.dismiss()
    case .route(let path, let context, let presentation, let action, let isRedirect):
      let url = try #require(URL(string: path, relativeTo: await visits.turbo.page.url)).absoluteURL
      let response = isRedirect ? VisitResponse(statusCode: 200, redirected: true, responseHTML: "<p>") : nil
      await visits.perform { navigator, _ in
        navigator.route(
          VisitProposal(
            url: url, options: VisitOptions(action: action, response: response),
            properties: ["context": .string(context), "presentation": .string(presentation)]))
      }
    }
    // When this call is answered, the message before it has been processed.
    _ = try await visits.browser.page.call("_bridge.intercept", ["path": "/"], as: Bool.self)
  }
}
