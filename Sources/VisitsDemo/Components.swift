import SnippetVisits

/// The page's flash messages, shown as toasts of the shell.
final class FlashComponent: BridgeComponent {
  private struct Flash: Decodable { var text: String }

  override func onReceive(message: Message) {
    guard let flash: Flash = message.data() else { return }
    perform { _, shell in shell.toast(flash.text) }
  }
}

/// The submit button of the page's form, shown in the toolbar of the screen.
final class FormComponent: BridgeComponent {
  private struct Form: Decodable { var title: String }

  override func onReceive(message: Message) {
    guard let form: Form = message.data() else { return }
    let submit = action { component, _ in component.reply(to: "connect") }
    (delegate?.destination as? ViewController)?.toolbarItems = [.flexibleSpace, .button(form.title, action: submit)]
  }
}

/// The page's menu, shown as a button in the toolbar that opens a list of choices.
final class MenuComponent: BridgeComponent {
  private struct Menu: Decodable { var title: String, items: [String] }
  private struct Choice: Encodable { var index: Int }

  override func onReceive(message: Message) {
    guard let menu: Menu = message.data() else { return }
    let open = action { component, _ in
      component.perform { component, shell in
        guard let index = await shell.choose(menu.title, from: menu.items) else { return }
        component.reply(to: "connect", with: Choice(index: index), completion: nil)
      }
    }
    (delegate?.destination as? ViewController)?.toolbarItems = [.flexibleSpace, .button(menu.title, action: open)]
  }
}
