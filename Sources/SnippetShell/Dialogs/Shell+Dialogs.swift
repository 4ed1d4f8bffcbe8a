/// Questions to the user, which wait for the answer. One after another; while one is there, nothing else can be used.
/// When the shell's tab is closed first, they end as when the user cancels.
extension Shell {
  /// Says something, and waits until it was read.
  public func alert(_ title: String, message: String = "") async {
    _ = await ask(.alert, title, message)
  }

  /// Asks whether to go on; true when the user wants to.
  /// - Parameters:
  ///   - action: what the button is called.
  ///   - isDestructive: it cannot be undone: the focus is on "Cancel".
  public func confirm(
    _ title: String, message: String = "", action: String = "OK", isDestructive: Bool = false
  ) async -> Bool {
    if case .confirmed = await ask(.confirm(action: action, isDestructive: isDestructive), title, message) {
      true
    } else {
      false
    }
  }

  /// Asks for a text; nil when the user cancels.
  public func prompt(
    _ title: String, message: String = "", placeholder: String = "", initial: String = ""
  ) async -> String? {
    if case .text(let text) = await ask(.prompt(placeholder: placeholder, initial: initial), title, message) {
      text
    } else {
      nil
    }
  }

  /// Asks for one of several; the index of the one that was chosen, nil when the user cancels.
  public func choose(_ title: String, message: String = "", from choices: [String]) async -> Int? {
    if case .choice(let index) = await ask(.choices(choices), title, message) { index } else { nil }
  }

  private func ask(_ kind: Dialog.Kind, _ title: String, _ message: String) async -> Dialog.Answer {
    guard !isEnded else { return .cancelled }
    let id = nextNumber()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        weak let shell = self
        var dialog = Dialog(
          id: id, title: title, message: message, kind: kind,
          answer: { answer in await shell?.end(id, with: answer) },
          edit: { text in await shell?.edit(id, text) })
        if case .prompt(_, let initial) = kind { dialog.text = initial }
        questions[id] = continuation
        dialogs.append(dialog)
        setNeedsUpdate()
      }
    } onCancel: {
      Task { await self.end(id, with: .cancelled) }
    }
  }

  private func edit(_ id: Int, _ text: String) {
    guard let index = dialogs.firstIndex(where: { $0.id == id }) else { return }
    dialogs[index].text = text
    setNeedsUpdate()
  }

  /// Two taps may cross: the first counts.
  func end(_ id: Int, with answer: Dialog.Answer) {
    guard let index = dialogs.firstIndex(where: { $0.id == id }) else { return }
    let dialog = dialogs.remove(at: index)
    setNeedsUpdate()
    var answer = answer
    if case .prompt = dialog.kind, case .confirmed = answer { answer = .text(dialog.text) }
    questions.removeValue(forKey: id)?.resume(returning: answer)
  }

  /// Says something in passing.
  /// - Parameter duration: how long it can be read.
  public func toast(_ text: String, for duration: Duration = .seconds(4)) {
    let id = nextNumber()
    toasts.append(Toast(id: id, text: text))
    setNeedsUpdate()
    Task { [weak self] in
      try? await Task.sleep(for: duration)
      await self?.removeToast(id)
    }
  }

  private func removeToast(_ id: Int) {
    toasts.removeAll { $0.id == id }
    setNeedsUpdate()
  }
}

/// A line that goes by itself.
struct Toast: Sendable {
  let id: Int
  let text: String

  func body() -> Node { Node.text(text).class("toast").key("toast-\(id)") }
}
