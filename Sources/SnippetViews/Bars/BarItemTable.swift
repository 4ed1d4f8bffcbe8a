import DSBridgeLocks

/// The bars of items that do not store them.
enum BarItemTable {
  /// The bars of an item. Only code in the isolation of the item can access them, because the access needs the item.
  private struct Entry: @unchecked Sendable {
    weak var item: AnyObject?
    let bars: BarItemBars
  }

  private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  static func bars(of item: any BarItemable) -> BarItemBars {
    let id = ObjectIdentifier(item)
    if let entry = entries.withLock({ $0[id] }), entry.item === item { return entry.bars }
    let entry = Entry(item: item, bars: BarItemBars())
    entries.withLock { entries in
      // Items that no longer exist leave their entries behind.
      if entries.count.isMultiple(of: 64) { entries = entries.filter { $0.value.item != nil } }
      entries[id] = entry
    }
    return entry.bars
  }
}
