public import Foundation

/// What Swift has the page do by `webView.navigator`, and what it tells it. In a browser: public/bridge/navigation.js.
extension TestPage {
  /// Whether there is an entry before the present one, as Swift is told.
  public var canGoBack: Bool { history.canGoBack }

  /// Whether there is an entry after the present one.
  public var canGoForward: Bool { history.canGoForward }

  /// The address shown, then each that takes its place, by whatever way. Each call starts anew with the present one.
  public func urls() -> PageValues<URL> {
    let reader = Inlet<URL>("another address", limit: timeLimit)
    reader.put(url)
    urlReaders.append(reader)
    return PageValues(reader) { $0 }
  }

  /// What the page has shown of navigations that a policy has stopped, then what it will: the sentences in the notice.
  /// Each call starts anew.
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

  /// Tells Swift where the history leads, when that has changed.
  func tellHistory() {
    let told = "{\"back\":\(canGoBack),\"forward\":\(canGoForward)}"
    guard document.toldHistory != told else { return }
    document.toldHistory = told
    add { "event \($0) history \(told)" }
  }

  /// What Swift has it do, one after the other.
  func obey(_ command: [String]) {
    lastCommand = Task { [weak self, lastCommand] in
      await lastCommand?.value
      // What fails shows in the address, or not at all: nobody waits for it.
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
    // Nothing is on its way here.
    default: break
    }
  }

  private func traverse(_ step: Int) async throws {
    guard let index = history.index(after: step) else { return }
    let entry = history.entries[index]
    if isIntercepting {
      // Nobody is asked: the request gets its pass.
      _ = try await ask("_bridge.intercept", NativeStep(url: entry.url.absoluteString), as: Bool.self).value()
    }
    if entry.document == document.id {
      history.go(to: index)
      try announceLocation(url.absoluteString)
      changed()
    } else if let shown = try await destination(entry.url) {
      try await navigate { history, document in
        history.go(to: index)
        history.replace(shown, document: document)
      }
    }
  }

  /// Where an address leads; nil where the page stays, and where an error takes its place.
  private func destination(_ target: URL) async throws -> URL? {
    do {
      return try await load(target)
    } catch TestPageError.status, TestPageError.notFound {
      await leave(for: target)
      return nil
    }
  }

  private struct NativeStep: Encodable {
    var url: String
    var isNative = true
  }

  /// An error's document has no bridge, nor has another server's.
  private func leave(for target: URL) async {
    await leave(throwing: .navigated, code: 1001)
    history.push(target, document: "")
    changed()
  }

  /// `navigateFromNative`, where the test has registered it, or an entry in the history.
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
      add { "event \($0) location \(json)" }
      changed()
      answer(id) { nil }
    } catch {
      answer(id) { throw error }
    }
  }

  /// The history, and perhaps the address.
  func changed() {
    tellHistory()
    flush()
    for reader in urlReaders { reader.put(url) }
  }
}
