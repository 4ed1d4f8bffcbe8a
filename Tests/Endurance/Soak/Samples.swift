/// A figure over a run, as the means of its quarters.
struct Samples {
  private var values: [Double] = []

  mutating func add(_ value: Int) {
    values.append(Double(value))
  }

  /// `index` is 0 to 3.
  func quarter(_ index: Int) -> Double {
    let quarter = values[(values.count * index / 4)..<(values.count * (index + 1) / 4)]
    return quarter.reduce(0, +) / Double(max(1, quarter.count))
  }

  /// The mean of the last `count`.
  func recent(_ count: Int) -> Double {
    values.suffix(count).reduce(0, +) / Double(max(1, min(count, values.count)))
  }

  /// The last quarter's mean against the second's: 0.01 is one per cent more.
  var growth: Double { quarter(3) / max(1, quarter(1)) - 1 }
}
