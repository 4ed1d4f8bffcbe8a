public import Foundation

/// The measurements of a bar that the shell's web page has made, in CSS pixels.
public struct BarGeometry: Sendable, Hashable {
  /// The writing direction.
  public enum Direction: String, Sendable, Hashable, Codable {
    /// The direction from left to right.
    case leftToRight = "ltr"
    /// The direction from right to left.
    case rightToLeft = "rtl"
  }

  /// The rects of the buttons in the layout's view, by index. The x-coordinate is always measured from the left edge,
  /// even in right-to-left text.
  public var buttons: [CGRect]
  /// The size of the visible part of the bar, which becomes the size of ``BarLayout/layoutGuide``.
  public var guide: CGSize
  /// The size of the layout's view.
  public var content: CGSize
  /// The writing direction.
  public var direction: Direction
  /// The sizes of the views that the bar has marked with `data-size`, keyed by the value of that attribute.
  public var sizes: [Int: CGSize] = [:]
  /// The content sizes of the views that the bar has marked with `data-content`, keyed by the value of that attribute.
  /// The web page measures these sizes without the widths and heights that constraints have set.
  public var contents: [Int: CGSize] = [:]
  /// The value of the bar's `data-generation` attribute at the time of the measurement; `nil` means the current value.
  public var generation: Int?

  /// Creates a geometry from measurements.
  public init(
    buttons: [CGRect], guide: CGSize, content: CGSize, direction: Direction = .leftToRight, generation: Int? = nil
  ) {
    self.generation = generation
    self.buttons = buttons
    self.guide = guide
    self.content = content
    self.direction = direction
  }

  func check(count: Int) throws(BarGeometryError) {
    guard buttons.count == count else { throw .count(buttons.count, expected: count) }
    for (index, frame) in buttons.enumerated() where !frame.isPossible { throw .button(index) }
    guard CGRect(origin: .zero, size: guide).isPossible else { throw .guide }
    guard CGRect(origin: .zero, size: content).isPossible else { throw .content }
    for (view, size) in sizes.merging(contents, uniquingKeysWith: { $1 })
    where !CGRect(origin: .zero, size: size).isPossible { throw .view(view) }
  }
}

/// The reason why a geometry was rejected.
public enum BarGeometryError: Error, Hashable, Sendable {
  /// The bar was measured before its last reload. This is not a problem, because the web page will measure the bar
  /// again.
  case generation(Int, current: Int)
  /// The number of rects differs from the number of buttons.
  case count(Int, expected: Int)
  /// The rect of a button contains a value that is negative, not finite or too large.
  case button(Int)
  /// The guide's size contains a value that is negative, not finite or too large.
  case guide
  /// The content's size contains a value that is negative, not finite or too large.
  case content
  /// The size of a view contains a value that is negative, not finite or too large.
  case view(Int)
}

extension BarGeometryError: CustomStringConvertible {
  /// A description of the rejected measurement.
  public var description: String {
    switch self {
    case .generation(let generation, let current):
      "The page measured state \(generation) of a bar's buttons, but the current state is \(current)."
    case .count(let count, let expected): "The page measured \(count) buttons of a bar that has \(expected)."
    case .button(let index): "The page measured an invalid rect for button \(index) of a bar."
    case .guide: "The page measured an invalid width for a bar."
    case .content: "The page measured an invalid content size for a bar."
    case .view(let view): "The page measured an invalid size for view \(view) of a bar."
    }
  }
}

extension CGRect {
  /// Indicates whether all values are from 0 to 100,000. Computations with such values stay finite.
  fileprivate var isPossible: Bool {
    let most = 100_000.0
    return [origin.x, origin.y, size.width, size.height].allSatisfy { (0...most).contains($0) }
  }
}

extension BarGeometry: Codable {
  private enum Key: String, CodingKey { case buttons, guide, content, direction, generation, sizes, contents }

  /// Decodes a geometry from JSON in this format. The last three members are optional:
  ///
  ///     {"buttons": [[x, y, width, height], …], "guide": [width, height], "content": [width, height],
  ///      "direction": "ltr", "generation": 1, "sizes": [[view, width, height], …], "contents": …}
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func check(_ lists: [[Double]], _ count: Int, _ key: Key) throws -> [[Double]] {
      if lists.allSatisfy({ $0.count == count }) { return lists }
      throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "Expected \(count) numbers.")
    }
    buttons = try check(container.decode([[Double]].self, forKey: .buttons), 4, .buttons).map {
      CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3])
    }
    func size(_ key: Key) throws -> CGSize {
      let list = try check([container.decode([Double].self, forKey: key)], 2, key)[0]
      return CGSize(width: list[0], height: list[1])
    }
    guide = try size(.guide)
    content = try size(.content)
    direction = try container.decode(Direction.self, forKey: .direction)
    generation = try container.decodeIfPresent(Int.self, forKey: .generation)
    func views(_ key: Key) throws -> [Int: CGSize] {
      let lists = try check(container.decodeIfPresent([[Double]].self, forKey: key) ?? [], 3, key)
      return lists.reduce(into: [:]) { views, list in
        if let view = Int(exactly: list[0]) { views[view] = CGSize(width: list[1], height: list[2]) }
      }
    }
    sizes = try views(.sizes)
    contents = try views(.contents)
  }

  /// Encodes the geometry in the format of `init(from:)`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(buttons.map { [$0.origin.x, $0.origin.y, $0.size.width, $0.size.height] }, forKey: .buttons)
    try container.encode([guide.width, guide.height], forKey: .guide)
    try container.encode([content.width, content.height], forKey: .content)
    try container.encode(direction, forKey: .direction)
    try container.encodeIfPresent(generation, forKey: .generation)
    for (key, views) in [(Key.sizes, sizes), (.contents, contents)] where !views.isEmpty {
      try container.encode(
        views.sorted { $0.key < $1.key }.map { [Double($0.key), $0.value.width, $0.value.height] }, forKey: key)
    }
  }
}
