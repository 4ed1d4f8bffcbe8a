/// A modal dialog that asks the user a question. The dialog covers the rest of the shell until the user answers.
struct Dialog: Sendable {
  enum Kind: Sendable {
    case alert
    case confirm(action: String, isDestructive: Bool)
    case prompt(placeholder: String)
    case choices([String])
  }

  /// The user's answer.
  enum Answer: Sendable, Equatable {
    case cancelled
    case confirmed
    case text(String)
    case choice(Int)
  }

  let id: Int
  let title: String
  let message: String
  let kind: Kind
  /// The text in the field of a prompt.
  var text: String
  weak let shell: Shell?
  /// The continuation that is resumed with the user's answer.
  let continuation: CheckedContinuation<Answer, Never>

  func body() -> Node {
    let name = "dialog-\(id)"
    var children = [Node.heading(title).with { $0.attributes["id"] = name }]
    if !message.isEmpty { children.append(.paragraph(message)) }
    children += content
    let panel = Node.list("section", "dialog", children).role(role).with {
      $0.attributes["aria-modal"] = "true"
      $0.attributes["aria-labelledby"] = name
      $0.attributes["tabindex"] = "-1"
      if case .choices = kind { $0.add("choices") }
    }.on(.keydown) { [weak shell, id] event in
      if event.text == "Escape" { await shell?.end(id, with: .cancelled) }
    }
    return Node.list("div", "question", [Node.list("div", "scrim"), panel]).key(name)
  }

  private var role: String {
    switch kind {
    case .alert, .confirm: "alertdialog"
    case .prompt, .choices: "dialog"
    }
  }

  private var content: [Node] {
    switch kind {
    case .alert:
      return [actions([button("OK", .confirmed).class("main").focused()])]
    case .confirm(let action, let isDestructive):
      let confirm = button(action, .confirmed).class(isDestructive ? "danger" : "main")
      // "Cancel" has the focus, so that an accidental key press destroys nothing.
      return [actions([button("Cancel", .cancelled).focused(isDestructive), confirm.focused(!isDestructive)])]
    case .prompt(let placeholder):
      let field = Node.input(label: title, value: text, placeholder: placeholder) { [weak shell, id] event in
        await shell?.edit(id, event.text ?? "")
      }
      return [
        field.focused().on(.keydown) { [weak shell, id] event in
          switch event.text {
          case "Enter": await shell?.end(id, with: .confirmed)
          case "Escape": await shell?.end(id, with: .cancelled)
          default: break
          }
        },
        actions([button("Cancel", .cancelled), button("OK", .confirmed).class("main")]),
      ]
    case .choices(let choices):
      let buttons = choices.enumerated().map { index, choice in
        button(choice, .choice(index)).class("choice").key("\(index)").focused(index == 0)
      }
      return buttons + [button("Cancel", .cancelled).class("choice", "cancel").key("cancel")]
    }
  }

  private func actions(_ buttons: [Node]) -> Node { Node.list("div", "actions", buttons) }

  private func button(_ title: String, _ answer: Answer) -> Node {
    Node.button(title) { [weak shell, id] _ in await shell?.end(id, with: answer) }.class("button")
  }
}

extension Node {
  /// Returns a copy of the node that receives the focus when its dialog appears. If `isFocused` is `false`, the copy
  /// does not receive the focus.
  fileprivate func focused(_ isFocused: Bool = true) -> Node {
    with { $0.attributes["data-focus"] = isFocused ? "" : nil }
  }
}
