public import Foundation

/// An anchor for constraints on an edge, a center or a size. A constraint relates two anchors of the same kind.
public struct LayoutAnchor<Kind> {
  let item: LayoutItem
  let attribute: LayoutConstraint.Attribute
}

/// The horizontal axis.
public enum XAxis {}
/// The vertical axis.
public enum YAxis {}
/// The sizes along both axes.
public enum LayoutDimension {}
/// An anchor for constraints on a horizontal position.
public typealias XAxisAnchor = LayoutAnchor<XAxis>
/// An anchor for constraints on a vertical position.
public typealias YAxisAnchor = LayoutAnchor<YAxis>
/// An anchor for constraints on a width or a height.
public typealias DimensionAnchor = LayoutAnchor<LayoutDimension>

extension LayoutAnchor {
  /// Returns a constraint that makes this position or size equal to `other` plus `constant`.
  public func constraint(equalTo other: Self, constant: CGFloat = 0) -> LayoutConstraint {
    make(.equal, other, 1, constant)
  }
  /// Returns a constraint that keeps this position or size greater than or equal to `other` plus `constant`.
  public func constraint(greaterThanOrEqualTo other: Self, constant: CGFloat = 0) -> LayoutConstraint {
    make(.atLeast, other, 1, constant)
  }
  /// Returns a constraint that keeps this position or size less than or equal to `other` plus `constant`.
  public func constraint(lessThanOrEqualTo other: Self, constant: CGFloat = 0) -> LayoutConstraint {
    make(.atMost, other, 1, constant)
  }
  private func make(
    _ relation: LayoutConstraint.Relation, _ other: Self?, _ multiplier: CGFloat, _ constant: CGFloat
  ) -> LayoutConstraint {
    LayoutConstraint(
      (item, attribute), relation, other.map { ($0.item, $0.attribute) }, multiplier: multiplier, constant: constant)
  }
}

extension LayoutAnchor where Kind == LayoutDimension {
  /// Returns a constraint that sets the size, in CSS pixels.
  public func constraint(equalToConstant constant: CGFloat) -> LayoutConstraint { make(.equal, nil, 1, constant) }
  /// Returns a constraint that sets the minimum size, in CSS pixels.
  public func constraint(greaterThanOrEqualToConstant constant: CGFloat) -> LayoutConstraint {
    make(.atLeast, nil, 1, constant)
  }
  /// Returns a constraint that sets the maximum size, in CSS pixels.
  public func constraint(lessThanOrEqualToConstant constant: CGFloat) -> LayoutConstraint {
    make(.atMost, nil, 1, constant)
  }
  /// Returns a constraint that sets the size to `other` times `multiplier` plus `constant`.
  public func constraint(equalTo other: Self, multiplier: CGFloat, constant: CGFloat = 0) -> LayoutConstraint {
    make(.equal, other, multiplier, constant)
  }
  /// Returns a constraint that sets the minimum size to `other` times `multiplier` plus `constant`.
  public func constraint(
    greaterThanOrEqualTo other: Self, multiplier: CGFloat, constant: CGFloat = 0
  ) -> LayoutConstraint { make(.atLeast, other, multiplier, constant) }
  /// Returns a constraint that sets the maximum size to `other` times `multiplier` plus `constant`.
  public func constraint(
    lessThanOrEqualTo other: Self, multiplier: CGFloat, constant: CGFloat = 0
  ) -> LayoutConstraint { make(.atMost, other, multiplier, constant) }
}

/// A rectangle that constraints can refer to: a ``View`` or a ``LayoutGuide``. Two items are equal if they are the same
/// object.
open class LayoutItem: Hashable {
  init() {}

  /// The view that contains the item.
  var container: View? { nil }

  /// The edge at which lines of text begin.
  public var leadingAnchor: XAxisAnchor { XAxisAnchor(item: self, attribute: .leading) }
  /// The edge at which lines of text end.
  public var trailingAnchor: XAxisAnchor { XAxisAnchor(item: self, attribute: .trailing) }
  /// The left edge.
  public var leftAnchor: XAxisAnchor { XAxisAnchor(item: self, attribute: .left) }
  /// The right edge.
  public var rightAnchor: XAxisAnchor { XAxisAnchor(item: self, attribute: .right) }
  /// The horizontal center.
  public var centerXAnchor: XAxisAnchor { XAxisAnchor(item: self, attribute: .centerX) }
  /// The top edge.
  public var topAnchor: YAxisAnchor { YAxisAnchor(item: self, attribute: .top) }
  /// The bottom edge.
  public var bottomAnchor: YAxisAnchor { YAxisAnchor(item: self, attribute: .bottom) }
  /// The vertical center.
  public var centerYAnchor: YAxisAnchor { YAxisAnchor(item: self, attribute: .centerY) }
  /// The width.
  public var widthAnchor: DimensionAnchor { DimensionAnchor(item: self, attribute: .width) }
  /// The height.
  public var heightAnchor: DimensionAnchor { DimensionAnchor(item: self, attribute: .height) }

  /// Returns `true` if both items are the same object.
  public static func == (lhs: LayoutItem, rhs: LayoutItem) -> Bool { lhs === rhs }

  /// Hashes the identity of the item.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
