public import Foundation

/// An edge or a middle across the page, to be equal to another one.
public struct XAxisAnchor {
  enum Attribute: Hashable { case leading, trailing, left, right, centerX }
  let item: LayoutItem
  let attribute: Attribute
}

/// An edge or a middle down the page, to be equal to another one.
public struct YAxisAnchor {
  enum Attribute: Hashable { case top, bottom, centerY }
  let item: LayoutItem
  let attribute: Attribute
}

/// A width or a height, to be equal to another one or to a number.
public struct DimensionAnchor {
  enum Attribute: Hashable { case width, height }
  let item: LayoutItem
  let attribute: Attribute
}

extension XAxisAnchor {
  /// Equal to another one, or further by `constant`.
  public func constraint(equalTo other: XAxisAnchor, constant: CGFloat = 0) -> LayoutConstraint {
    make(.equal, other, constant)
  }
  /// At least as far as another one.
  public func constraint(greaterThanOrEqualTo other: XAxisAnchor, constant: CGFloat = 0) -> LayoutConstraint {
    make(.atLeast, other, constant)
  }
  /// At most as far as another one.
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
  /// Equal to another one, or further by `constant`.
  public func constraint(equalTo other: YAxisAnchor, constant: CGFloat = 0) -> LayoutConstraint {
    make(.equal, other, constant)
  }
  /// At least as far as another one.
  public func constraint(greaterThanOrEqualTo other: YAxisAnchor, constant: CGFloat = 0) -> LayoutConstraint {
    make(.atLeast, other, constant)
  }
  /// At most as far as another one.
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
  /// Equal to a number.
  public func constraint(equalToConstant constant: CGFloat) -> LayoutConstraint { make(.equal, nil, 1, constant) }
  /// At least a number.
  public func constraint(greaterThanOrEqualToConstant constant: CGFloat) -> LayoutConstraint {
    make(.atLeast, nil, 1, constant)
  }
  /// At most a number.
  public func constraint(lessThanOrEqualToConstant constant: CGFloat) -> LayoutConstraint {
    make(.atMost, nil, 1, constant)
  }
  /// Equal to a part of another one, and `constant` more.
  public func constraint(
    equalTo other: DimensionAnchor, multiplier: CGFloat = 1, constant: CGFloat = 0
  ) -> LayoutConstraint { make(.equal, other, multiplier, constant) }
  /// At least a part of another one, and `constant` more.
  public func constraint(
    greaterThanOrEqualTo other: DimensionAnchor, multiplier: CGFloat = 1, constant: CGFloat = 0
  ) -> LayoutConstraint { make(.atLeast, other, multiplier, constant) }
  /// At most a part of another one, and `constant` more.
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
  /// Where lines of text begin.
  public var leadingAnchor: XAxisAnchor { XAxisAnchor(item: .view(self), attribute: .leading) }
  /// Where lines of text end.
  public var trailingAnchor: XAxisAnchor { XAxisAnchor(item: .view(self), attribute: .trailing) }
  /// The left edge.
  public var leftAnchor: XAxisAnchor { XAxisAnchor(item: .view(self), attribute: .left) }
  /// The right edge.
  public var rightAnchor: XAxisAnchor { XAxisAnchor(item: .view(self), attribute: .right) }
  /// The middle between left and right.
  public var centerXAnchor: XAxisAnchor { XAxisAnchor(item: .view(self), attribute: .centerX) }
  /// The upper edge.
  public var topAnchor: YAxisAnchor { YAxisAnchor(item: .view(self), attribute: .top) }
  /// The lower edge.
  public var bottomAnchor: YAxisAnchor { YAxisAnchor(item: .view(self), attribute: .bottom) }
  /// The middle between top and bottom.
  public var centerYAnchor: YAxisAnchor { YAxisAnchor(item: .view(self), attribute: .centerY) }
  /// The width.
  public var widthAnchor: DimensionAnchor { DimensionAnchor(item: .view(self), attribute: .width) }
  /// The height.
  public var heightAnchor: DimensionAnchor { DimensionAnchor(item: .view(self), attribute: .height) }
}

extension LayoutGuide {
  /// Where lines of text begin.
  public var leadingAnchor: XAxisAnchor { XAxisAnchor(item: .guide(self), attribute: .leading) }
  /// Where lines of text end.
  public var trailingAnchor: XAxisAnchor { XAxisAnchor(item: .guide(self), attribute: .trailing) }
  /// The left edge.
  public var leftAnchor: XAxisAnchor { XAxisAnchor(item: .guide(self), attribute: .left) }
  /// The right edge.
  public var rightAnchor: XAxisAnchor { XAxisAnchor(item: .guide(self), attribute: .right) }
  /// The middle between left and right.
  public var centerXAnchor: XAxisAnchor { XAxisAnchor(item: .guide(self), attribute: .centerX) }
  /// The upper edge.
  public var topAnchor: YAxisAnchor { YAxisAnchor(item: .guide(self), attribute: .top) }
  /// The lower edge.
  public var bottomAnchor: YAxisAnchor { YAxisAnchor(item: .guide(self), attribute: .bottom) }
  /// The middle between top and bottom.
  public var centerYAnchor: YAxisAnchor { YAxisAnchor(item: .guide(self), attribute: .centerY) }
  /// The width.
  public var widthAnchor: DimensionAnchor { DimensionAnchor(item: .guide(self), attribute: .width) }
  /// The height.
  public var heightAnchor: DimensionAnchor { DimensionAnchor(item: .guide(self), attribute: .height) }
}
