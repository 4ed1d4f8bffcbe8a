public import Foundation
import SnippetShell

/// Handles commands from `webView.navigator`, and reports the page's history. In browsers, public/bridge/navigation.js
/// does this.
extension TestPage {
  /// Whether there is an entry before the current one, as reported to Swift.
  public var canGoBack: Bool { history.index > 0 }

  /// Whether there is an entry after the current one, as reported to Swift.
  public var canGoForward: Bool { history.index + 1 < history.entries.count }

  /// Returns a sequence of the current URL and all later URLs, whatever causes the changes. Each call returns a new
  /// sequence that starts with the current URL.
  public func urls() -> PageValues<URL> {
    let reader = Inlet<URL>("another address", limit: timeLimit)
    reader.put(url)
    urlReaders.append(reader)
    return PageValues(reader) { $0 }
  }

  /// Returns the texts that the page displays to the user when a policy has stopped a navigation. Each call returns a
  /// new sequence that starts with the first text.
  public func notices() -> PageValues<String> {
    let reader = Inlet<String>("a notice of a navigation that was stopped", limit: timeLimit)
    for notice in shownNotices { reader.put(notice) }
    noticeReaders.append(reader)
    return PageValues(reader) { $0 }
  }

  func show(notice: String) {
    shownNotices.append(notice)
    for reader in noticeReaders { reader.put(notice) }
  }

  /// Reports to Swift whether the history has entries before and after the current one. Reports nothing if the values
  /// are unchanged.
  func tellHistory() {
    let told = "{\"back\":\(canGoBack),\"forward\":\(canGoForward)}"
    guard document.toldHistory != told else { return }
    document.toldHistory = told
    document.add { "event \($0) history \(told)" }
  }

  /// Performs a command from Swift's navigator, after all earlier commands.
  func obey(_ command: [String]) {
    lastCommand = Task { [weak self, lastCommand] in
      await lastCommand?.value
      // Errors are ignored, because there is no caller to receive them. A test detects a failure by checking the URL.
      try? await self?.perform(command)
    }
  }

  private func perform(_ command: [String]) async throws {
    switch (command.first, command.dropFirst().first) {
    case ("back", _): try await traverse(-1)
    case ("forward", _): try await traverse(1)
    case ("load", let text?):
      guard let target = URL(string: text, relativeTo: url)?.absoluteURL else { return }
      guard target.host() == url.host() && target.port == url.port else { return await leave(for: target) }
      if let shown = try await destination(target) { try await navigate { $0.push(shown, document: $1) } }
    // Other commands, such as stopping a load, have no effect, because a simulated page has no pending loads.
    default: break
    }
  }

  private func traverse(_ step: Int) async throws {
    guard let index = history.index(after: step) else { return }
    let entry = history.entries[index]
    if isIntercepting {
      // Inform the server that native code has started the navigation. The server then accepts the request for the
      // document without asking the interceptor.
      let step: Props = ["url": .string(entry.url.absoluteString), "isNative": true]
      _ = try await ask("_bridge.intercept", step, as: Bool.self).value()
    }
    if entry.document == document.id {
      history.index = index
      try announceLocation(url.absoluteString)
      changed()
    } else if let shown = try await destination(entry.url) {
      try await navigate { history, document in
        history.index = index
        history.replace(shown, document: document)
      }
    }
  }

  /// Fetches a URL and returns the final URL to show. Returns `nil` if the page does not change or an error page
  /// replaces it.
  private func destination(_ target: URL) async throws -> URL? {
    do {
      return try await load(target)
    } catch TestPageError.status, TestPageError.notFound {
      await leave(for: target)
      return nil
    }
  }

  /// Replaces the document with an error page or a page of another server, neither of which has the bridge.
  private func leave(for target: URL) async {
    await leave(throwing: .navigated, code: 1001)
    history.push(target, document: "")
    changed()
  }

  /// Calls the page function `navigateFromNative` if the test has registered it. Otherwise adds or replaces a history
  /// entry.
  func changeState(_ arguments: PageArguments, id: String) {
    do {
      let path = try arguments.decode(String.self, at: 0)
      let replaces = try arguments.decode(Bool.self, at: 1)
      if document.functions["navigateFromNative"] != nil {
        let json = try PageJSON.text(path)
        return invoke("navigateFromNative", PageArguments(json: "[\(json),{\"replace\":\(replaces)}]"), id: id)
      }
      guard let target = URL(string: path, relativeTo: url)?.absoluteURL else {
        throw PageException(name: "SyntaxError", message: "\(path) is not an address")
      }
      if replaces {
        history.replace(target, document: document.id)
      } else {
        history.push(target, document: document.id)
      }
      let json = try PageJSON.text(target.absoluteString)
      document.add { "event \($0) location \(json)" }
      changed()
      answer(id) { nil }
    } catch {
      answer(id) { throw error }
    }
  }

  /// Reports the history to Swift, and passes the current URL to the readers of ``urls()``.
  func changed() {
    tellHistory()
    flush()
    for reader in urlReaders { reader.put(url) }
  }
}
