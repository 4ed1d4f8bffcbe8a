public import Foundation

/// A part of a bar that native code draws. Corresponds to `UIView`, as far as bars need it.
///
/// A view without constraints is placed by the style of its superview. Views are not `Sendable`: use them in the
/// shell's isolation.
open class View {
  /// The view that contains this view.
  public private(set) weak var superview: View?
  /// The subviews, from back to front.
  public private(set) var subviews: [View] = []

  /// The rect of the view, as measured by the page; before that, the rect of the initializer. The page measures only
  /// the buttons of a bar and ``BarLayout/view``.
  public internal(set) var frame: CGRect
  /// The rect of the view in its own coordinates.
  public var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }

  /// Whether the view is hidden.
  open var isHidden = false { didSet { if isHidden != oldValue { setNeedsDisplay() } } }
  /// The opacity, from 0 to 1.
  open var alpha: CGFloat = 1 { didSet { if alpha != oldValue { setNeedsDisplay() } } }
  /// The background color.
  open var backgroundColor: Color? { didSet { if backgroundColor != oldValue { setNeedsDisplay() } } }
  /// The color of text and icons in the view; `nil` for the superview's.
  open var tintColor: Color! { didSet { if tintColor != oldValue { setNeedsDisplay() } } }
  /// The radius of the corners, in CSS pixels.
  open var cornerRadius: CGFloat = 0 { didSet { if cornerRadius != oldValue { setNeedsDisplay() } } }
  /// The translation and scale after the layout.
  open var transform = Transform.identity { didSet { if transform != oldValue { setNeedsDisplay() } } }
  /// Whether the view receives pointer events.
  open var isUserInteractionEnabled = true {
    didSet { if isUserInteractionEnabled != oldValue { setNeedsDisplay() } }
  }
  /// The classes for the program's own style sheet.
  public var classes: [NodeClass] = [] { didSet { if classes != oldValue { setNeedsDisplay() } } }
  /// The text for screen readers.
  open var accessibilityLabel: String? { didSet { if accessibilityLabel != oldValue { setNeedsDisplay() } } }
  /// An additional text for screen readers, such as the effect of pressing. Shown as a tooltip too.
  open var accessibilityHint: String? { didSet { if accessibilityHint != oldValue { setNeedsDisplay() } } }
  /// A property without effect, which exists because code for UIKit sets it. Active constraints always apply.
  public var translatesAutoresizingMaskIntoConstraints = true

  /// Called when the appearance of the view or of a descendant has changed since it was last drawn. Only called for a
  /// view without a superview.
  public var displayHandler: (() -> Void)?

  /// The constraints that place this view.
  var placing: [LayoutConstraint] = []
  /// The constraints that CSS cannot express.
  var refusedConstraints: [LayoutConstraint] = []
  /// The number that identifies the view's element. Set when the view is first drawn, and reset when it leaves its
  /// superview.
  var identifier: Int?

  /// Creates a view without subviews.
  public init(frame: CGRect = .zero) { self.frame = frame }

  /// Adds a view in front of the other subviews.
  open func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

  /// Inserts a view at an index of the subviews, and removes it from its previous superview. The index is clamped.
  open func insertSubview(_ view: View, at index: Int) {
    precondition(!view.contains(self), "A view cannot be added to itself or to its descendants.")
    if view.superview !== nil { view.removeFromSuperview() }
    subviews.insert(view, at: min(max(index, 0), subviews.count))
    view.superview = self
    setNeedsDisplay()
  }

  /// Removes the view from its superview, together with its constraints to other objects.
  open func removeFromSuperview() {
    guard let superview else { return }
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    placing.removeAll { $0.relatesToOther }
    refusedConstraints = []
    forgetIdentifiers()
    superview.setNeedsDisplay()
  }

  /// Requests that the view is drawn again, because its appearance has changed.
  public func setNeedsDisplay() {
    if let superview { superview.setNeedsDisplay() } else { displayHandler?() }
  }

  /// Returns the element of the view. Override this for an element other than a `div`.
  /// - Parameter children: the elements of the subviews.
  open func element(containing children: [Node]) -> Node { Node.div { children }.class("view") }

  /// The views to draw inside this view, in order.
  var drawnSubviews: [View] { subviews }
  /// Whether the view has an element.
  var isDrawn: Bool { true }
  /// The color that the view's element sets for its content.
  var drawnTint: Color? { tintColor }
  /// The complete text for screen readers.
  var spokenLabel: String? { accessibilityLabel }

  /// Returns the nodes of the view and its descendants.
  func draw(_ drawing: Drawing) -> Node { drawWithSubviews(drawing) }

  private func contains(_ view: View) -> Bool { self === view || subviews.contains { $0.contains(view) } }

  private func forgetIdentifiers() {
    identifier = nil
    for view in subviews { view.forgetIdentifiers() }
  }
}

extension View: Equatable {
  /// Returns whether both are the same object.
  public static func == (lhs: View, rhs: View) -> Bool { lhs === rhs }
}

extension View: Hashable {
  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
