import SnippetShell

extension Shell {
  /// Sets up a shell of this program. Called once for each shell.
  func showLakeside(_ inbox: Inbox, _ snippets: SnippetManager) {
    let account = Account()
    // The tabs in the middle show the snippets of the project file, and change whenever that file changes.
    let makeTabs: @Sendable ([Snippet]) -> [Tab] = { snippets in
      [
        Tab("Home", icon: .home, content: .page("/home.html")),
        Tab("Explore", icon: .map, content: .pages(Self.explore)),
      ] + snippets.map(Tab.init(snippet:)) + [
        Tab("Inbox", icon: .bell, content: .page("/inbox.html")),
        Tab("Account", icon: .person, content: .native(title: "Account") { shell in account.body(in: shell) }),
      ]
    }
    tabs = makeTabs([])
    show(snippets, as: makeTabs)
    header = { shell in Toolbar(trailing: [Site.openButton(in: shell)]).body(in: shell) }
    bind(loadingView: { progress in LakesideViews.loading(progress) })
    bind(errorView: { [weak self] error, retry in
      LakesideViews.error(error, retry: retry) { [weak self] in await self?.select("Home") }
    })
    // A booking is shown in a sheet.
    proposalHandler = { proposal, shell in
      proposal.isOfServer && proposal.url.path() == "/book.html" ? .present(.large) : proposal.defaultDecision
    }
    Task { self.showUnread(await inbox.unread) }
  }

  /// Pages that the user can swipe between, with a bar that has a custom indicator.
  private static var explore: Pages {
    Pages([
      Page("Rooms", content: .page("/explore.html")),
      Page("Pictures", content: .page("/gallery.html")),
      Page("Reviews", badge: "4", content: .page("/reviews.html")),
      Page("Getting there", content: .page("/getting-there.html")),
    ]) { BarView<HorizontalBarLayout, LabelBarButton, BuoyBarIndicator>() }
  }

  /// Sets the badge of the inbox's tab to the number of unread messages.
  func showUnread(_ count: Int) {
    guard let index = tabs.firstIndex(where: { $0.id == "Inbox" }) else { return }
    tabs[index].badge = count == 0 ? nil : "\(count)"
  }
}
