import Foundation
import SnippetViews

/// A data source and delegate of a bar that records the requested indexes.
final class BarFixture: BarDataSource, BarDelegate {
  var items: [BarItem]
  private(set) var requested: [Int] = []

  init(_ titles: String...) { items = titles.map { BarItem(title: $0) } }

  func barItem(for bar: any Bar, at index: Int) -> any BarItemable { items[index] }

  func bar(_ bar: any Bar, didRequestScrollTo index: Int) { requested.append(index) }

  /// Fills a bar with all items.
  func fill(_ bar: some Bar) {
    bar.dataSource = self
    bar.delegate = self
    bar.reloadData(at: 0...items.count - 1, context: .full)
  }
}

extension Bar {
  /// Reports a geometry without gaps: the second button is 120 wide, the others are 100 wide.
  func measureEqually(count: Int, guide: CGFloat = 200, _ direction: BarGeometry.Direction = .leftToRight) throws {
    var x: CGFloat = 0
    var frames: [CGRect] = []
    for index in 0..<count {
      let width: CGFloat = index == 1 ? 120 : 100
      frames.append(CGRect(x: x, y: 0, width: width, height: 44))
      x += width
    }
    if direction == .rightToLeft { frames = frames.map { $0.offsetBy(dx: x - $0.maxX - $0.minX, dy: 0) } }
    try measured(
      BarGeometry(
        buttons: frames, guide: CGSize(width: guide, height: 44), content: CGSize(width: x, height: 44),
        direction: direction))
  }

  func move(to position: CGFloat, capacity: Int, animated: Bool = false) {
    update(for: position, capacity: capacity, direction: .forward, animation: BarAnimation(isEnabled: animated))
  }

  var drawn: Node { node(named: "bar") { _ in } }
}

extension Node {
  /// Returns the first node with a class among this node and its descendants.
  func first(_ name: String) -> Node? {
    classes.contains(name) ? self : children.lazy.compactMap { $0.first(name) }.first
  }

  /// Returns all nodes with a class among this node and its descendants, in order.
  func all(_ name: String) -> [Node] { (classes.contains(name) ? [self] : []) + children.flatMap { $0.all(name) } }

  /// A text with all properties of the node and its descendants, except events.
  var outline: String {
    let attributes = attributes.sorted { $0.key < $1.key }.map { " \($0)='\($1)'" }.joined()
    let style = style.sorted { $0.key < $1.key }.map { "\($0):\($1)" }.joined(separator: ";")
    let inner = text ?? children.map(\.outline).joined()
    return "<\(tag).\(classes.joined(separator: "."))\(attributes) {\(style)}>\(inner)</>"
  }
}
