/// The dialogs of a shell that wait for an answer. The topmost dialog is the last element.
struct DialogStack {
  private(set) var dialogs: [Dialog] = []
  private var continuations: [Int: CheckedContinuation<Dialog.Answer, Never>] = [:]

  var isEmpty: Bool { dialogs.isEmpty }

  /// Adds a dialog on top. The continuation is resumed with the user's answer.
  mutating func add(_ dialog: Dialog, _ continuation: CheckedContinuation<Dialog.Answer, Never>) {
    var dialog = dialog
    if case .prompt(_, let initial) = dialog.kind { dialog.text = initial }
    dialogs.append(dialog)
    continuations[dialog.id] = continuation
  }

  /// Stores the text in a prompt's field. Returns `false` if the dialog has ended.
  mutating func edit(_ id: Int, _ text: String) -> Bool {
    guard let index = dialogs.firstIndex(where: { $0.id == id }) else { return false }
    dialogs[index].text = text
    return true
  }

  /// Ends a dialog with an answer. If the user has confirmed a prompt, the answer is the text in the prompt's field.
  /// Returns `false` if the dialog has already ended.
  mutating func end(_ id: Int, with answer: Dialog.Answer) -> Bool {
    guard let index = dialogs.firstIndex(where: { $0.id == id }) else { return false }
    let dialog = dialogs.remove(at: index)
    var answer = answer
    if case .prompt = dialog.kind, case .confirmed = answer { answer = .text(dialog.text) }
    continuations.removeValue(forKey: id)?.resume(returning: answer)
    return true
  }
}
