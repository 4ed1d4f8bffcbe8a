public import Foundation

/// A part of a bar that native code draws. Corresponds to `UIView`, with only the features that bars need.
///
/// A view without constraints is placed by the style of its superview. Views are not `Sendable`, so use them only in
/// the shell's isolation.
open class View: LayoutItem {
  /// The view that contains this view.
  public private(set) weak var superview: View?
  /// The subviews, from back to front.
  public private(set) var subviews: [View] = []

  /// The rect of the view in its superview, in CSS pixels from the left and the top.
  ///
  /// If the program has set a rect, the value is that rect. Otherwise, the rect is computed from constraints or
  /// measured by the page. The page measures ``BarLayout/view``, the buttons of a bar, and views that contain views
  /// whose rect the program has set. The rects of buttons are relative to ``BarLayout/view``. When a view is drawn,
  /// active constraints on the position take precedence over a rect that the program has set.
  open var frame: CGRect {
    get { givenFrame ?? measuredFrame }
    set {
      guard newValue != givenFrame else { return }
      givenFrame = newValue
      setNeedsDisplay()
    }
  }
  /// The rect that the program has set.
  private(set) var givenFrame: CGRect?
  var measuredFrame = CGRect.zero
  /// The rect of the view in its own coordinates.
  public var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }

  /// Whether the view is hidden.
  open var isHidden = false { didSet { if isHidden != oldValue { setNeedsDisplay() } } }
  /// The opacity, from 0 to 1.
  open var alpha: CGFloat = 1 { didSet { if alpha != oldValue { setNeedsDisplay() } } }
  /// The background color.
  open var backgroundColor: Color? { didSet { if backgroundColor != oldValue { setNeedsDisplay() } } }
  /// The color of text and icons in the view; `nil` for the superview's color.
  open var tintColor: Color! { didSet { if tintColor != oldValue { setNeedsDisplay() } } }
  /// The radius of the corners, in CSS pixels.
  open var cornerRadius: CGFloat = 0 { didSet { if cornerRadius != oldValue { setNeedsDisplay() } } }
  /// The translation and scale that are applied after the layout.
  open var transform = Transform.identity { didSet { if transform != oldValue { setNeedsDisplay() } } }
  /// Whether the view receives pointer events.
  open var isUserInteractionEnabled = true { didSet { if isUserInteractionEnabled != oldValue { setNeedsDisplay() } } }
  /// The CSS classes of the view, for use in the program's own style sheet.
  public var classes: [NodeClass] = [] { didSet { if classes != oldValue { setNeedsDisplay() } } }
  /// The text for screen readers.
  open var accessibilityLabel: String? { didSet { if accessibilityLabel != oldValue { setNeedsDisplay() } } }
  /// An additional text for screen readers, such as the effect of a press. Also shown as a tooltip.
  open var accessibilityHint: String? { didSet { if accessibilityHint != oldValue { setNeedsDisplay() } } }
  /// Indicates whether the rect that the program has set as ``frame`` is used. Setting `false` discards this rect.
  /// Active constraints always apply.
  public var translatesAutoresizingMaskIntoConstraints = true {
    didSet { if !translatesAutoresizingMaskIntoConstraints { givenFrame = nil } }
  }

  /// A closure that is called when the appearance of the view or of a descendant has changed. Called only for a view
  /// without a superview.
  public var displayHandler: (() -> Void)?

  /// The active constraints that this view owns. A constraint is owned by its first view or, if it has none, by its
  /// second view or by the view of its first guide.
  var placing: [LayoutConstraint] = []
  /// The constraints that could not be activated, because their views are not in the same hierarchy.
  var refusedConstraints: [LayoutConstraint] = []
  /// The guides of the view.
  public internal(set) var layoutGuides: [LayoutGuide] = []
  /// The number of constraints that were activated in this hierarchy. Used only for the outermost view.
  var activations = 0
  /// The number that identifies the view's element. Assigned when the view is first drawn, and reset when the view is
  /// removed from its superview.
  var identifier: Int?

  /// Creates a view without subviews.
  /// - Parameter frame: the rect in the superview; `.zero` for a view that is placed by constraints or by its
  ///   superview's style.
  public init(frame: CGRect = .zero) { givenFrame = frame == .zero ? nil : frame }

  /// Adds a view in front of the other subviews.
  open func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

  /// Inserts a view into the subviews at an index, which is clamped. Removes the view from its previous superview.
  open func insertSubview(_ view: View, at index: Int) {
    precondition(view !== self && !isInside(view), "A view cannot be added to itself or to its descendants.")
    if view.superview !== nil { view.removeFromSuperview() }
    subviews.insert(view, at: min(max(index, 0), subviews.count))
    view.superview = self
    setNeedsDisplay()
  }

  /// Removes the view from its superview. Deactivates the constraints that connect the view or its descendants with
  /// other views.
  open func removeFromSuperview() {
    guard let superview else { return }
    superview.hierarchy.removeConstraints { $0.leaves(self) }
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    refusedConstraints = []
    forgetIdentifiers()
    superview.setNeedsDisplay()
  }

  /// Requests that the view be drawn again, because its appearance has changed.
  public func setNeedsDisplay() { if let superview { superview.setNeedsDisplay() } else { displayHandler?() } }

  /// Returns the element of the view. Override this function to use an element other than a `div`.
  /// - Parameter children: the elements of the subviews.
  open func element(containing children: [Node]) -> Node { Node.div { children }.class("view") }

  /// Sets the frames of the subviews. Called before the view is drawn, with the current ``bounds``. The default
  /// implementation does nothing.
  open func layoutSubviews() {}

  /// The views to draw inside this view, in order.
  var drawnSubviews: [View] { subviews }
  override var container: View? { superview }
  /// Whether the view has an element.
  var isDrawn: Bool { true }
  /// The color that the view's element sets for its content.
  var drawnTint: Color? { tintColor }
  /// The space between the view's edges and the edges that constraints of its subviews refer to.
  var layoutInset: EdgeInsets { .zero }
  /// Whether the view has content with a size that the page can measure.
  var hasContent: Bool { type(of: self) != View.self || !drawnSubviews.isEmpty || !classes.isEmpty }
  /// Whether the view is a direct part of a bar's scrolling content.
  var isScrollerContent = false
  /// Whether the view or one of its superviews is part of a bar's scrolling content.
  var isInScroller: Bool { isScrollerContent || superview?.isInScroller ?? false }
  /// The complete text for screen readers.
  var spokenLabel: String? { accessibilityLabel }

  /// Returns the nodes of the view and its descendants.
  func draw(_ drawing: Drawing) -> Node {
    let views = drawnSubviews.filter(\.isDrawn)
    var node = element(containing: views.map { $0.draw(drawing) })
    drawSelf(&node, around: views, drawing)
    return node
  }

  /// Calls `layoutSubviews()` on this view and on its descendants, outer views first.
  func performLayout() {
    layoutSubviews()
    for view in subviews { view.performLayout() }
  }

  /// Stores the sizes that the page has measured, which are keyed by the views' identifiers.
  func takeSizes(_ sizes: [Int: CGSize]) {
    if let size = identifier.flatMap({ sizes[$0] }) { measuredFrame.size = size }
    for view in subviews { view.takeSizes(sizes) }
  }

  private func forgetIdentifiers() {
    identifier = nil
    for view in subviews { view.forgetIdentifiers() }
  }
}
