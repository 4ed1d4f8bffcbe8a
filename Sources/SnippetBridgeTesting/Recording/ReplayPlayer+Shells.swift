import Foundation
import SnippetBridge
import SnippetBridgeDevelopment

/// The replay of shells: the pages of their iframes, and the user's actions.
extension ReplayPlayer {
  /// Opens the page of a shell's iframe, as soon as the shell shows the iframe.
  func open(
    _ page: Int, in tab: Int, at address: URL, iframe: String, ofShell shell: Int, line: Int,
    opened: @Sendable (String) async throws -> Void
  ) async throws {
    var name: String?
    _ = await wait {
      name = shells[shell]?.iframe(iframe)
      return name != nil
    }
    guard let name, let outer = tabOfPage[shell].flatMap({ tabs[$0] }),
      let new = try await outer.openIframe(
        name, at: address.absoluteString, isReady: false, prepare: { await listen(to: $0, page) })
    else {
      shown[tab] = nil
      return differences.append(.init(line: line, text: "the shell does not show \(address.path())"))
    }
    tabs[tab] = new
    if let id = await new.webView { try await opened(id) }
  }

  func sendToShell(_ wire: WireLine, of page: Int, line: Int) async throws {
    guard let tab = tab(showing: page), let number = wire.number, let recorded = wire.json,
      shells[page]?.isLost == false
    else { return }
    let json = translation.toSwift(recorded, function: nil)
    let ticket = json.hasPrefix("[\"hello\"") ? try await tab.shellTicket() : ""
    var message: String?
    shells[page]?.isLate = false
    let isFound = await wait {
      message = shells[page]?.translated(json, ticket: ticket)
      return message != nil
    }
    if !isFound {
      shells[page]?.isLate = true
      message = shells[page]?.translated(json, ticket: ticket)
    }
    guard let message else {
      shells[page]?.isLost = true
      let element = shells[page]?.description(ofNodeIn: json) ?? ""
      return differences.append(.init(line: line, text: "the shell does not show \(element)"))
    }
    pages[page]?.sent(number, as: await tab.play(WireLine(verb: "event", name: "shell", json: message)))
  }

  /// Waits until a shell shows what it showed at the end of the recording. Reports the difference. Does nothing if the
  /// page shows no shell.
  func compareShell(_ page: Int) async {
    guard shells[page]?.isLost == false, !ignored.ignores("shell") else { return }
    _ = await wait { shells[page]?.difference == nil }
    guard let shell = shells[page], let text = shell.difference else { return }
    differences.append(.init(line: shell.line, text: text))
  }
}
