/// Tabs that follow a list of snippets.
extension Shell {
  /// Shows a tab for each snippet in a list, in the list's order, and updates the tabs when the list changes. Pages of
  /// unchanged snippets are not reloaded.
  /// - Parameters:
  ///   - manager: the manager of the list. The program must run the manager: `Task { await manager.run() }`.
  ///   - makeTabs: returns all tabs of the shell, including the tabs for snippets. The tab for a snippet must have the
  ///     snippet's ID. A tab without a badge keeps its previous badge.
  public func show(
    _ manager: SnippetManager, as makeTabs: @escaping @Sendable ([Snippet]) -> [Tab] = { $0.map(Tab.init(snippet:)) }
  ) {
    following?.cancel()
    following = Task { [weak self] in
      for await update in manager.updates {
        guard let self else { return }
        await self.module?.pages?.apply(update.changes)
        await self.take(update, as: makeTabs)
      }
    }
  }

  private func take(_ update: SnippetManager.Update, as makeTabs: @Sendable ([Snippet]) -> [Tab]) {
    hasList = true
    let before = entries
    entries = Dictionary(update.entries.map { ($0.id, $0) }) { first, _ in first }
    // A snippet that was removed and added again counts as a new snippet, so the page of the old one is removed.
    let known = update.entries.compactMap { entry in before[entry.id].map { (entry, $0) } }
    for (entry, old) in known where old.incarnation != entry.incarnation { forget(entry.id) }
    let badges = Dictionary(tabs.map { ($0.id, $0.badge) }) { first, _ in first }
    tabs = makeTabs(update.entries.map(\.snippet)).map { tab in
      var tab = tab
      tab.badge = tab.badge ?? badges[tab.id].flatMap(\.self)
      return tab
    }
    for (entry, old) in known where old.incarnation == entry.incarnation && old.revision != entry.revision {
      change(entry)
    }
    tabsCame()
  }

  /// Updates the screens that show a changed snippet. A generated page is replaced later, after the new version has
  /// been generated.
  private func change(_ entry: SnippetList.Entry) {
    for (id, screen) in screens {
      guard case .snippet(let old) = screen.content, old.id == entry.id else { continue }
      let isMade = old.needsPreparation && entry.snippet.needsPreparation && screen.preparation != nil
      if !isMade, screen.webView != nil || screen.preparation != nil { letGo(id) }
      screens[id]?.content = .snippet(entry.snippet)
      if !isMade { screens[id]?.loadingState = .idle }
      screens[id] = screens[id].map(located)
    }
    setNeedsUpdate()
  }

  private func forget(_ id: Snippet.ID) {
    for (screen, value) in screens {
      if case .snippet(let old) = value.content, old.id == id { letGo(screen) }
    }
  }
}

extension Tab {
  /// Creates a tab that shows a snippet. The tab's title is the snippet's prop `tabName`, or the snippet's ID if there
  /// is no such prop. The prop `tabIcon` is the name of an ``Icon``.
  public init(snippet: Snippet) {
    self.init(
      snippet.props?[.tabName, as: \.string] ?? snippet.id, id: snippet.id,
      icon: snippet.props?[.tabIcon, as: \.string].flatMap(Icon.named), content: .snippet(snippet))
  }
}
