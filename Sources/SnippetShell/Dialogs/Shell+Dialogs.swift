import Logging

/// Dialogs that wait for the user's answer. A dialog covers the whole shell, including earlier dialogs. If the browser
/// tab is closed before the user has answered, the dialogs are cancelled. While 8 dialogs wait for an answer, each
/// further one is cancelled at once.
extension Shell {
  /// Shows a message and waits until the user has closed it.
  public func alert(_ title: String, message: String = "") async { _ = await ask(.alert, title, message) }

  /// Asks for a confirmation. Returns `true` if the user confirms. Do not call this from a function whose result a page
  /// waits for, because the browser may not draw the dialog until the page continues (see
  /// ``SnippetBridge/WebViewUIDelegate``).
  /// - Parameters:
  ///   - action: the title of the confirm button.
  ///   - isDestructive: whether the action cannot be undone. If `true`, "Cancel" has the initial focus.
  public func confirm(
    _ title: String, message: String = "", action: String = "OK", isDestructive: Bool = false
  ) async -> Bool {
    await ask(.confirm(action: action, isDestructive: isDestructive), title, message) == .confirmed
  }

  /// Asks the user to enter a text. Returns `nil` if the user cancels.
  /// - Parameter initial: the initial text in the field.
  public func prompt(
    _ title: String, message: String = "", placeholder: String = "", initial: String = ""
  ) async -> String? {
    let answer = await ask(.prompt(placeholder: placeholder), title, message, text: initial)
    return if case .text(let text) = answer { text } else { nil }
  }

  /// Asks the user to choose one of several items. Returns the index of the chosen item, or `nil` if the user cancels.
  public func choose(_ title: String, message: String = "", from choices: [String]) async -> Int? {
    let shown = choices.prefix(NoticeLimit.choiceCount).map { NoticeLimit.cut($0) }
    return if case .choice(let index) = await ask(.choices(shown), title, message) { index } else { nil }
  }

  private func ask(
    _ kind: Dialog.Kind, _ title: String, _ message: String, text: String = ""
  ) async -> Dialog.Answer {
    guard !isEnded else { return .cancelled }
    let admits = dialogLimit.admits(shown: dialogs.count) {
      logger.warning("a shell shows no further dialogs until the user has answered", metadata: ["title": "\(title)"])
    }
    guard admits else { return .cancelled }
    let (id, title, message) = (
      nextNumber(), NoticeLimit.cut(title), NoticeLimit.cut(message, NoticeLimit.messageLength)
    )
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        dialogs.append(
          Dialog(
            id: id, title: title, message: message, kind: kind, text: text, shell: self, continuation: continuation))
        setNeedsUpdate()
      }
    } onCancel: {
      Task { await self.end(id, with: .cancelled) }
    }
  }

  /// Stores the text of a prompt's field after the user has changed it.
  func edit(_ id: Int, _ text: String) {
    guard let index = dialogs.firstIndex(where: { $0.id == id }) else { return }
    dialogs[index].text = text
    setNeedsUpdate()
  }

  /// Ends a dialog with an answer. If the user has confirmed a prompt, the answer is the text in the prompt's field.
  /// Ignores an answer to a dialog that has ended.
  func end(_ id: Int, with answer: Dialog.Answer) {
    guard let index = dialogs.firstIndex(where: { $0.id == id }) else { return }
    let dialog = dialogs.remove(at: index)
    let isPrompt = if case .prompt = dialog.kind { answer == .confirmed } else { false }
    dialog.continuation.resume(returning: isPrompt ? .text(dialog.text) : answer)
    setNeedsUpdate()
  }

  /// Shows a short message that disappears after a while. Does nothing while 5 messages are visible.
  /// - Parameter duration: the time for which the message is visible; 4 seconds by default.
  public func toast(_ text: String, for duration: Duration = .seconds(4)) {
    let admits = toastLimit.admits(shown: toasts.count) {
      logger.warning("a shell shows no further toasts until one has disappeared", metadata: ["text": "\(text)"])
    }
    guard admits else { return }
    let id = nextNumber()
    toasts.append(Toast(id: id, text: NoticeLimit.cut(text)))
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

/// A short message that disappears after a while.
struct Toast: Sendable {
  let id: Int
  let text: String

  func body() -> Node { Node.text(text).class("toast").key("toast-\(id)") }
}
