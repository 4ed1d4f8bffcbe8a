/// The items of one of the shell's bars, and the user's last selection.
final class ItemList: BarDataSource, BarDelegate {
  struct Entry: Equatable {
    let title: String
    let icon: Icon?
    let badge: String?

    var item: BarItem {
      let item = BarItem(title: title, badgeValue: badge)
      item.image = icon.map { .icon($0) }
      return item
    }
  }

  private var entries: [Entry] = []
  private var items: [BarItem] = []
  /// The index of the last button that the user has pressed; `nil` after ``takeRequest()`` has returned it.
  private var requested: Int?

  func barItem(for bar: any Bar, at index: Int) -> any BarItemable { items[index] }

  func bar(_ bar: any Bar, didRequestScrollTo index: Int) { requested = index }

  func takeRequest() -> Int? {
    defer { requested = nil }
    return requested
  }

  /// Shows items in a bar. If their number and icons are unchanged, only titles and badges that differ are updated.
  func show(_ new: [Entry], in bar: any Bar) {
    let old = entries
    entries = new
    if bar.items != nil {
      if new == old || showRange(old, new, in: bar) { return }
      if new.map(\.icon) == old.map(\.icon) {
        for (item, entry) in zip(items, new) {
          if item.title != entry.title { item.title = entry.title }
          if item.badgeValue != entry.badge { item.badgeValue = entry.badge }
        }
        return
      }
    }
    items = new.map(\.item)
    bar.dataSource = self
    bar.delegate = self
    if !new.isEmpty { bar.reloadData(at: 0...new.count - 1, context: .full) }
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
      items.insert(contentsOf: new[range].map(\.item), at: start)
      bar.reloadData(at: range, context: .insertion)
    } else {
      items.removeSubrange(range)
      bar.reloadData(at: range, context: .deletion)
    }
    return true
  }
}
