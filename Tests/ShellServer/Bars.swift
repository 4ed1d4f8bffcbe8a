import SnippetShell
import TabmanBars

/// Returns a tab with native pages, and the bar that the program's option names.
func makeBarsTab(_ name: String) -> Tab {
  let icons: [Icon] = [.home, .map, .bell, .person]
  let titles = ["Home", "Map of the lake", "News", "You"]
  let pages = titles.indices.map { index in
    Page(
      titles[index], icon: icons[index], badge: index == 2 ? "7" : nil,
      content: .native(title: titles[index]) { _ in Node.heading(titles[index]) })
  }
  return Tab("Bars", icon: .star, content: .pages(makePages(pages, name)))
}

private func makePages(_ pages: [Page], _ name: String) -> Pages {
  switch name {
  case "tinder": return Pages(pages) { TinderBar() }
  case "chips": return Pages(pages) { ChipBar() }
  case "segments": return Pages(pages) { SegmentedBar() }
  case "vertical": return Pages(pages, at: .bottom) { VerticalBar() }
  case "accessory": return Pages(pages) { makeAccessoryBar {} }
  case "hiding": return Pages(pages, at: .bottom) { makeHidingBar() }
  default:
    var result = Pages(pages, at: .navigationItem) { SegmentedBar() }
    result.addBar(at: .top) { ChipBar() }
    result.addBar(at: .bottom) { TinderBar() }
    return result
  }
}
