/// The samples of one measured quantity during a run.
struct Samples {
  private var values: [Double] = []

  mutating func add(_ value: Int) {
    values.append(Double(value))
  }

  /// Returns the mean of a quarter of the run. `index` is 0 to 3.
  func quarter(_ index: Int) -> Double {
    let quarter = values[(values.count * index / 4)..<(values.count * (index + 1) / 4)]
    return quarter.reduce(0, +) / Double(max(1, quarter.count))
  }

  /// Returns the mean of the last `count` samples.
  func recent(_ count: Int) -> Double {
    values.suffix(count).reduce(0, +) / Double(max(1, min(count, values.count)))
  }

  /// The growth from the second quarter's mean to the last quarter's: 0.01 is one per cent.
  var growth: Double { quarter(3) / max(1, quarter(1)) - 1 }
}
