import SnippetShell
import Synchronization

/// A native screen with the guest's settings. Each setting uses a different dialog, and each shell has its own account.
final class Account: Sendable {
  private struct Guest {
    var name = "Ada"
    var pillow = "Feathers"
    var hasSunset = false
  }

  private static let pillows = ["Feathers", "Wool", "Spelt", "None"]
  private let guest = Mutex(Guest())

  func body(in shell: isolated Shell) -> Node {
    let guest = guest.withLock { $0 }
    return Node.div {
      Node.heading("Hello, \(guest.name)")
      Node.paragraph("This screen is drawn by Swift, without a page.").foreground(.muted)
      row("Name", guest.name) { [weak shell] in await self.askName(in: shell) }
      row("Pillow", guest.pillow) { [weak shell] in await self.askPillow(in: shell) }
      Node.div {
        Node.checkbox("Sunset colours", isOn: guest.hasSunset) { [weak shell] event in
          await self.showSunset(event.isOn == true, in: shell)
        }
      }.class("card")
      Node.button("House rules") { [weak shell] _ in
        await shell?.alert("House rules", message: "Row before noon.\nFeed the hens, not the swans.")
      }
      Node.button("Book a weekend") { [weak shell] _ in await shell?.present(.page("/book.html")) }.class("main")
      Node.button("Check out") { [weak shell] _ in await self.checkOut(of: shell) }.class("danger")
    }.class("column")
  }

  private func row(_ title: String, _ value: String, change: @escaping @Sendable () async -> Void) -> Node {
    Node.hstack(spacing: 12) {
      Node.text(title)
      Node.spacer
      Node.text(value).foreground(.muted)
      Node.button("Change") { _ in await change() }.label("Change \(title)")
    }.class("card").key(title)
  }

  private func askName(in shell: Shell?) async {
    let name = guest.withLock { $0.name }
    guard let shell, let answer = await shell.prompt("Your name?", initial: name), !answer.isEmpty else { return }
    guest.withLock { $0.name = answer }
    await shell.setNeedsUpdate()
    await shell.toast("Welcome, \(answer).")
  }

  private func askPillow(in shell: Shell?) async {
    guard let shell, let index = await shell.choose("Which pillow?", from: Self.pillows) else { return }
    guest.withLock { $0.pillow = Self.pillows[index] }
    await shell.setNeedsUpdate()
  }

  private func showSunset(_ isOn: Bool, in shell: Shell?) async {
    guest.withLock { $0.hasSunset = isOn }
    await shell?.showSunset(isOn)
  }

  private func checkOut(of shell: Shell?) async {
    let isSure = await shell?.confirm(
      "Check out?", message: "The bread is out of the oven at seven.", action: "Check out", isDestructive: true)
    await shell?.toast(isSure == true ? "Come back soon." : "Good choice.")
  }
}

extension Shell {
  /// Applies or removes sunset colors, using the theme's CSS variables.
  fileprivate func showSunset(_ isOn: Bool) {
    // The calls cannot throw, because both values are allowed in a style.
    try? theme.set("--accent", to: isOn ? "light-dark(#c2410c, #ffa94d)" : nil)
    try? theme.set("--accent-soft", to: isOn ? "light-dark(#ffe8d9, #4a2a12)" : nil)
  }
}
