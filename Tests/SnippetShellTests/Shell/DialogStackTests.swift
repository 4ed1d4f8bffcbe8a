import Testing

@testable import SnippetShell

@Suite(.timeLimit(.minutes(1))) struct DialogStackTests {
  private func dialog(_ id: Int, _ kind: Dialog.Kind) -> Dialog {
    Dialog(id: id, title: "", message: "", kind: kind, answer: { _ in }, edit: { _ in })
  }

  /// Shows a dialog, calls `body`, and returns the answer.
  private func answer(
    _ kind: Dialog.Kind, _ body: @escaping (inout DialogStack) -> Void
  ) async -> Dialog.Answer {
    var stack = DialogStack()
    return await withCheckedContinuation { continuation in
      stack.add(dialog(7, kind), continuation)
      body(&stack)
    }
  }

  @Test func aConfirmedPromptAnswersWithItsText() async throws {
    let initial = await answer(.prompt(placeholder: "", initial: "begin")) { _ = $0.end(7, with: .confirmed) }
    guard case .text("begin") = initial else { throw Unexpected(answer: initial) }
    let edited = await answer(.prompt(placeholder: "", initial: "begin")) { stack in
      let steps = [stack.edit(7, "end"), stack.end(7, with: .confirmed)]
      #expect(steps == [true, true])
    }
    guard case .text("end") = edited else { throw Unexpected(answer: edited) }
  }

  @Test func onlyTheFirstAnswerCounts() async throws {
    let first = await answer(.alert) { stack in
      let steps = [
        stack.end(8, with: .confirmed), stack.end(7, with: .cancelled), stack.end(7, with: .confirmed),
        stack.edit(7, "late"),
      ]
      #expect(steps == [false, true, false, false])
      #expect(stack.isEmpty)
    }
    guard case .cancelled = first else { throw Unexpected(answer: first) }
  }

  private struct Unexpected: Error {
    let answer: Dialog.Answer
  }
}
