import DSBridgeLocks

/// A table of the bars that show each item, for items that do not store these bars in a property.
enum BarItemTable {
  /// An item and its bars. Sending an entry across isolation domains is safe: `bars(of:)` requires the item, so only
  /// code in the item's isolation can access the bars.
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
      // Removes the entries of items that were released.
      if entries.count.isMultiple(of: 64) { entries = entries.filter { $0.value.item != nil } }
      entries[id] = entry
    }
    return entry.bars
  }
}
