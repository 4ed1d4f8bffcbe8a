public import Foundation

/// An anchor for constraints on a horizontal position: an edge or the center.
public struct XAxisAnchor {
  enum Attribute: Hashable { case leading, trailing, left, right, centerX }
  let item: LayoutItem
  let attribute: Attribute
}

/// An anchor for constraints on a vertical position: an edge or the center.
public struct YAxisAnchor {
  enum Attribute: Hashable { case top, bottom, centerY }
  let item: LayoutItem
  let attribute: Attribute
}

/// An anchor for constraints on a width or a height.
public struct DimensionAnchor {
  enum Attribute: Hashable { case width, height }
  let item: LayoutItem
  let attribute: Attribute
}

extension XAxisAnchor {
  /// Returns a constraint that sets this position to the other one plus `constant`.
  public func constraint(equalTo other: XAxisAnchor, constant: CGFloat = 0) -> LayoutConstraint {
    make(.equal, other, constant)
  }
  /// Returns a constraint that keeps this position at or after the other one plus `constant`.
  public func constraint(greaterThanOrEqualTo other: XAxisAnchor, constant: CGFloat = 0) -> LayoutConstraint {
    make(.atLeast, other, constant)
  }
  /// Returns a constraint that keeps this position at or before the other one plus `constant`.
  public func constraint(lessThanOrEqualTo other: XAxisAnchor, constant: CGFloat = 0) -> LayoutConstraint {
    make(.atMost, other, constant)
  }
  private func make(_ relation: LayoutConstraint.Relation, _ other: XAxisAnchor, _ constant: CGFloat)
    -> LayoutConstraint
  {
    LayoutConstraint((item, .x(attribute)), relation, (other.item, .x(other.attribute)), constant: constant)
  }
}

extension YAxisAnchor {
  /// Returns a constraint that sets this position to the other one plus `constant`.
  public func constraint(equalTo other: YAxisAnchor, constant: CGFloat = 0) -> LayoutConstraint {
    make(.equal, other, constant)
  }
  /// Returns a constraint that keeps this position at or below the other one plus `constant`.
  public func constraint(greaterThanOrEqualTo other: YAxisAnchor, constant: CGFloat = 0) -> LayoutConstraint {
    make(.atLeast, other, constant)
  }
  /// Returns a constraint that keeps this position at or above the other one plus `constant`.
  public func constraint(lessThanOrEqualTo other: YAxisAnchor, constant: CGFloat = 0) -> LayoutConstraint {
    make(.atMost, other, constant)
  }
  private func make(_ relation: LayoutConstraint.Relation, _ other: YAxisAnchor, _ constant: CGFloat)
    -> LayoutConstraint
  {
    LayoutConstraint((item, .y(attribute)), relation, (other.item, .y(other.attribute)), constant: constant)
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
  /// Returns a constraint that sets the size to the other one times `multiplier` plus `constant`.
  public func constraint(
    equalTo other: DimensionAnchor, multiplier: CGFloat = 1, constant: CGFloat = 0
  ) -> LayoutConstraint { make(.equal, other, multiplier, constant) }
  /// Returns a constraint that sets the minimum size to the other one times `multiplier` plus `constant`.
  public func constraint(
    greaterThanOrEqualTo other: DimensionAnchor, multiplier: CGFloat = 1, constant: CGFloat = 0
  ) -> LayoutConstraint { make(.atLeast, other, multiplier, constant) }
  /// Returns a constraint that sets the maximum size to the other one times `multiplier` plus `constant`.
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
  public var leadingAnchor: XAxisAnchor { XAxisAnchor(item: .view(self), attribute: .leading) }
  /// The edge at which lines of text end.
  public var trailingAnchor: XAxisAnchor { XAxisAnchor(item: .view(self), attribute: .trailing) }
  /// The left edge.
  public var leftAnchor: XAxisAnchor { XAxisAnchor(item: .view(self), attribute: .left) }
  /// The right edge.
  public var rightAnchor: XAxisAnchor { XAxisAnchor(item: .view(self), attribute: .right) }
  /// The horizontal center.
  public var centerXAnchor: XAxisAnchor { XAxisAnchor(item: .view(self), attribute: .centerX) }
  /// The top edge.
  public var topAnchor: YAxisAnchor { YAxisAnchor(item: .view(self), attribute: .top) }
  /// The bottom edge.
  public var bottomAnchor: YAxisAnchor { YAxisAnchor(item: .view(self), attribute: .bottom) }
  /// The vertical center.
  public var centerYAnchor: YAxisAnchor { YAxisAnchor(item: .view(self), attribute: .centerY) }
  /// The width.
  public var widthAnchor: DimensionAnchor { DimensionAnchor(item: .view(self), attribute: .width) }
  /// The height.
  public var heightAnchor: DimensionAnchor { DimensionAnchor(item: .view(self), attribute: .height) }
}

extension LayoutGuide {
  /// The edge at which lines of text begin.
  public var leadingAnchor: XAxisAnchor { XAxisAnchor(item: .guide(self), attribute: .leading) }
  /// The edge at which lines of text end.
  public var trailingAnchor: XAxisAnchor { XAxisAnchor(item: .guide(self), attribute: .trailing) }
  /// The left edge.
  public var leftAnchor: XAxisAnchor { XAxisAnchor(item: .guide(self), attribute: .left) }
  /// The right edge.
  public var rightAnchor: XAxisAnchor { XAxisAnchor(item: .guide(self), attribute: .right) }
  /// The horizontal center.
  public var centerXAnchor: XAxisAnchor { XAxisAnchor(item: .guide(self), attribute: .centerX) }
  /// The top edge.
  public var topAnchor: YAxisAnchor { YAxisAnchor(item: .guide(self), attribute: .top) }
  /// The bottom edge.
  public var bottomAnchor: YAxisAnchor { YAxisAnchor(item: .guide(self), attribute: .bottom) }
  /// The vertical center.
  public var centerYAnchor: YAxisAnchor { YAxisAnchor(item: .guide(self), attribute: .centerY) }
  /// The width.
  public var widthAnchor: DimensionAnchor { DimensionAnchor(item: .guide(self), attribute: .width) }
  /// The height.
  public var heightAnchor: DimensionAnchor { DimensionAnchor(item: .guide(self), attribute: .height) }
}
