/// The items of one of the shell's bars, and the user's last selection.
package final class ItemList: BarDataSource, BarDelegate {
  private var items: [BarItem] = []
  /// The index of the last button that the user has pressed; `nil` after ``takeRequest()`` has returned it.
  private var requested: Int?

  package func barItem(for bar: any Bar, at index: Int) -> any BarItemable { items[index] }

  package func bar(_ bar: any Bar, didRequestScrollTo index: Int) { requested = index }

  package func takeRequest() -> Int? {
    defer { requested = nil }
    return requested
  }

  package struct Entry: Equatable {
    let title: String
    let icon: Icon?
    let badge: String?

    package init(title: String, icon: Icon?, badge: String?) {
      self.title = title
      self.icon = icon
      self.badge = badge
    }
  }

  private var entries: [Entry] = []

  package init() {}

  /// Shows items in a bar. If their number and icons are unchanged, only titles and badges that differ are updated.
  package func show(_ new: [Entry], in bar: any Bar) {
    guard new != entries || bar.items == nil else { return }
    let old = entries
    entries = new
    if bar.items != nil, showRange(old, new, in: bar) { return }
    let isSame = new.map(\.icon) == old.map(\.icon) && bar.items != nil
    if isSame {
      for (item, entry) in zip(items, new) {
        if item.title != entry.title { item.title = entry.title }
        if item.badgeValue != entry.badge { item.badgeValue = entry.badge }
      }
      return
    }
    items = new.map(Self.item)
    bar.dataSource = self
    bar.delegate = self
    if !new.isEmpty { bar.reloadData(at: 0...new.count - 1, context: .full) }
  }

  private static func item(for entry: Entry) -> BarItem {
    entry.icon.map { BarItem(title: entry.title, image: .icon($0), badgeValue: entry.badge) }
      ?? BarItem(title: entry.title, badgeValue: entry.badge)
  }

  /// Inserts or removes a range of items and returns `true` if this range is the only difference between the lists.
  /// Otherwise, does nothing and returns `false`.
  private func showRange(_ old: [Entry], _ new: [Entry], in bar: any Bar) -> Bool {
    guard old.count != new.count, !old.isEmpty, !new.isEmpty else { return false }
    let start = zip(old, new).prefix { $0 == $1 }.count
    let fewer = min(old.count, new.count)
    let end = min(zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count, fewer - start)
    guard start + end == fewer else { return false }
    let range = start...(max(old.count, new.count) - end - 1)
    if new.count > old.count {
      items.insert(contentsOf: new[range].map(Self.item), at: start)
      bar.reloadData(at: range, context: .insertion)
    } else {
      items.removeSubrange(range)
      bar.reloadData(at: range, context: .deletion)
    }
    return true
  }
}
