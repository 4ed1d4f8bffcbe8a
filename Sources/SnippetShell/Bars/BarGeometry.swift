public import Foundation

/// What the page has measured of a bar, in CSS pixels.
public struct BarGeometry: Sendable, Hashable {
  /// How lines of text run.
  public enum Direction: String, Sendable, Hashable, Codable {
    /// From left to right.
    case leftToRight = "ltr"
    /// From right to left.
    case rightToLeft = "rtl"
  }

  /// Where the buttons are in the layout's view, by index. x counts from its left edge, also from right to left.
  public var buttons: [CGRect]
  /// The size of the part of the bar that is seen: the layout guide.
  public var guide: CGSize
  /// The size of the layout's view.
  public var content: CGSize
  /// How lines of text run.
  public var direction: Direction
  /// The bar's `data-generation` when it was measured; nil is taken for the current one.
  public var generation: Int?

  /// What was measured.
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
  }
}

/// Why a geometry was refused.
public enum BarGeometryError: Error, Hashable, Sendable {
  /// It was measured before the last reload. That happens, and the page measures again.
  case generation(Int, current: Int)
  /// There are not as many frames as buttons.
  case count(Int, expected: Int)
  /// A button's frame is no number, negative or far too large.
  case button(Int)
  /// The guide's size is.
  case guide
  /// The content's size is.
  case content
}

extension BarGeometryError: CustomStringConvertible {
  /// What was refused.
  public var description: String {
    switch self {
    case .generation(let generation, let current):
      "The page has measured state \(generation) of a bar's buttons, which is state \(current) by now."
    case .count(let count, let expected): "The page has measured \(count) buttons of a bar that has \(expected)."
    case .button(let index): "The page has measured a frame that cannot be, of button \(index) of a bar."
    case .guide: "The page has measured a width that a bar cannot have."
    case .content: "The page has measured a content that a bar cannot have."
    }
  }
}

extension CGRect {
  /// Within what a page can be: so sums of a few of them are numbers too.
  fileprivate var isPossible: Bool {
    let most = 100_000.0
    return [origin.x, origin.y, size.width, size.height].allSatisfy { (0...most).contains($0) }
  }
}

extension BarGeometry: Codable {
  private enum Key: String, CodingKey { case buttons, guide, content, direction, generation }

  /// Reads `{"buttons": [[x, y, width, height], …], "guide": [width, height], "content": [width, height], "direction":
  /// "ltr", "generation": 1}`, the last of them optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func numbers(_ list: [Double], _ count: Int, _ key: Key) throws -> [Double] {
      guard list.count == count else {
        throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "Not \(count) numbers.")
      }
      return list
    }
    buttons = try container.decode([[Double]].self, forKey: .buttons).map {
      let list = try numbers($0, 4, .buttons)
      return CGRect(x: list[0], y: list[1], width: list[2], height: list[3])
    }
    func size(_ key: Key) throws -> CGSize {
      let list = try numbers(try container.decode([Double].self, forKey: key), 2, key)
      return CGSize(width: list[0], height: list[1])
    }
    guide = try size(.guide)
    content = try size(.content)
    direction = try container.decode(Direction.self, forKey: .direction)
    generation = try container.decodeIfPresent(Int.self, forKey: .generation)
  }

  /// Writes what `init(from:)` reads.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(buttons.map { [$0.origin.x, $0.origin.y, $0.size.width, $0.size.height] }, forKey: .buttons)
    try container.encode([guide.width, guide.height], forKey: .guide)
    try container.encode([content.width, content.height], forKey: .content)
    try container.encode(direction, forKey: .direction)
    try container.encodeIfPresent(generation, forKey: .generation)
  }
}
