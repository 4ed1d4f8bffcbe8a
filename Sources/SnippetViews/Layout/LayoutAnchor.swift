public import Foundation

/// An anchor for constraints on a position: an edge or the center. A constraint relates two anchors of the same axis.
public struct PositionAnchor<Axis> {
  let item: LayoutItem
  let attribute: LayoutConstraint.Attribute
}

/// The horizontal axis.
public enum XAxis {}
/// The vertical axis.
public enum YAxis {}
/// An anchor for constraints on a horizontal position.
public typealias XAxisAnchor = PositionAnchor<XAxis>
/// An anchor for constraints on a vertical position.
public typealias YAxisAnchor = PositionAnchor<YAxis>

/// An anchor for constraints on a width or a height.
public struct DimensionAnchor {
  let item: LayoutItem
  let attribute: LayoutConstraint.Dimension
}

extension PositionAnchor {
  /// Returns a constraint that makes this position equal to `other` plus `constant`.
  public func constraint(equalTo other: Self, constant: CGFloat = 0) -> LayoutConstraint {
    make(.equal, other, constant)
  }
  /// Returns a constraint that keeps this position greater than or equal to `other` plus `constant`.
  public func constraint(greaterThanOrEqualTo other: Self, constant: CGFloat = 0) -> LayoutConstraint {
    make(.atLeast, other, constant)
  }
  /// Returns a constraint that keeps this position less than or equal to `other` plus `constant`.
  public func constraint(lessThanOrEqualTo other: Self, constant: CGFloat = 0) -> LayoutConstraint {
    make(.atMost, other, constant)
  }
  private func make(_ relation: LayoutConstraint.Relation, _ other: Self, _ constant: CGFloat) -> LayoutConstraint {
    LayoutConstraint((item, attribute), relation, (other.item, other.attribute), constant: constant)
  }
}

extension DimensionAnchor {
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
  public func constraint(
    equalTo other: DimensionAnchor, multiplier: CGFloat = 1, constant: CGFloat = 0
  ) -> LayoutConstraint { make(.equal, other, multiplier, constant) }
  /// Returns a constraint that sets the minimum size to `other` times `multiplier` plus `constant`.
  public func constraint(
    greaterThanOrEqualTo other: DimensionAnchor, multiplier: CGFloat = 1, constant: CGFloat = 0
  ) -> LayoutConstraint { make(.atLeast, other, multiplier, constant) }
  /// Returns a constraint that sets the maximum size to `other` times `multiplier` plus `constant`.
  public func constraint(
    lessThanOrEqualTo other: DimensionAnchor, multiplier: CGFloat = 1, constant: CGFloat = 0
  ) -> LayoutConstraint { make(.atMost, other, multiplier, constant) }

  private func make(
    _ relation: LayoutConstraint.Relation, _ other: DimensionAnchor?, _ multiplier: CGFloat, _ constant: CGFloat
  ) -> LayoutConstraint {
    LayoutConstraint(
      (item, .size(attribute)), relation, other.map { ($0.item, .size($0.attribute)) }, multiplier: multiplier,
      constant: constant)
  }
}

extension View {
  /// The edge at which lines of text begin.
  public var leadingAnchor: XAxisAnchor { XAxisAnchor(item: .view(self), attribute: .x(.leading)) }
  /// The edge at which lines of text end.
  public var trailingAnchor: XAxisAnchor { XAxisAnchor(item: .view(self), attribute: .x(.trailing)) }
  /// The left edge.
  public var leftAnchor: XAxisAnchor { XAxisAnchor(item: .view(self), attribute: .x(.left)) }
  /// The right edge.
  public var rightAnchor: XAxisAnchor { XAxisAnchor(item: .view(self), attribute: .x(.right)) }
  /// The horizontal center.
  public var centerXAnchor: XAxisAnchor { XAxisAnchor(item: .view(self), attribute: .x(.centerX)) }
  /// The top edge.
  public var topAnchor: YAxisAnchor { YAxisAnchor(item: .view(self), attribute: .y(.top)) }
  /// The bottom edge.
  public var bottomAnchor: YAxisAnchor { YAxisAnchor(item: .view(self), attribute: .y(.bottom)) }
  /// The vertical center.
  public var centerYAnchor: YAxisAnchor { YAxisAnchor(item: .view(self), attribute: .y(.centerY)) }
  /// The width.
  public var widthAnchor: DimensionAnchor { DimensionAnchor(item: .view(self), attribute: .width) }
  /// The height.
  public var heightAnchor: DimensionAnchor { DimensionAnchor(item: .view(self), attribute: .height) }
}

extension LayoutGuide {
  /// The edge at which lines of text begin.
  public var leadingAnchor: XAxisAnchor { XAxisAnchor(item: .guide(self), attribute: .x(.leading)) }
  /// The edge at which lines of text end.
  public var trailingAnchor: XAxisAnchor { XAxisAnchor(item: .guide(self), attribute: .x(.trailing)) }
  /// The left edge.
  public var leftAnchor: XAxisAnchor { XAxisAnchor(item: .guide(self), attribute: .x(.left)) }
  /// The right edge.
  public var rightAnchor: XAxisAnchor { XAxisAnchor(item: .guide(self), attribute: .x(.right)) }
  /// The horizontal center.
  public var centerXAnchor: XAxisAnchor { XAxisAnchor(item: .guide(self), attribute: .x(.centerX)) }
  /// The top edge.
  public var topAnchor: YAxisAnchor { YAxisAnchor(item: .guide(self), attribute: .y(.top)) }
  /// The bottom edge.
  public var bottomAnchor: YAxisAnchor { YAxisAnchor(item: .guide(self), attribute: .y(.bottom)) }
  /// The vertical center.
  public var centerYAnchor: YAxisAnchor { YAxisAnchor(item: .guide(self), attribute: .y(.centerY)) }
  /// The width.
  public var widthAnchor: DimensionAnchor { DimensionAnchor(item: .guide(self), attribute: .width) }
  /// The height.
  public var heightAnchor: DimensionAnchor { DimensionAnchor(item: .guide(self), attribute: .height) }
}
