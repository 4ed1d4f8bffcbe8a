public import Foundation

/// A part of a bar, drawn by native code: what `UIView` is in UIKit, as far as bars need it.
///
/// A view without constraints stands where its superview's own style puts it. With constraints it stands where they
/// say. Views are no `Sendable`: they live in the shell's isolation.
open class View {
  /// The view that it is in.
  public private(set) weak var superview: View?
  /// The views in it, from back to front.
  public private(set) var subviews: [View] = []

  /// Where it is, as the page has measured it. Bars measure their buttons, their layout's view, and nothing else;
  /// before that it is empty.
  public internal(set) var frame: CGRect
  /// Its own coordinates.
  public var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }

  /// Whether it is left out.
  open var isHidden = false { didSet { if isHidden != oldValue { setNeedsDisplay() } } }
  /// How far it is seen, from 0 to 1.
  open var alpha: CGFloat = 1 { didSet { if alpha != oldValue { setNeedsDisplay() } } }
  /// The colour behind it.
  open var backgroundColor: Color? { didSet { if backgroundColor != oldValue { setNeedsDisplay() } } }
  /// The colour of text and icons in it; nil for the superview's.
  open var tintColor: Color! { didSet { if tintColor != oldValue { setNeedsDisplay() } } }
  /// How round its corners are.
  open var cornerRadius: CGFloat = 0 { didSet { if cornerRadius != oldValue { setNeedsDisplay() } } }
  /// How it is moved and scaled after it was laid out.
  open var transform = Transform.identity { didSet { if transform != oldValue { setNeedsDisplay() } } }
  /// Whether it sees the pointer.
  open var isUserInteractionEnabled = true {
    didSet { if isUserInteractionEnabled != oldValue { setNeedsDisplay() } }
  }
  /// Classes for the program's own style sheet.
  public var classes: [NodeClass] = [] { didSet { if classes != oldValue { setNeedsDisplay() } } }
  /// What a screen reader says.
  open var accessibilityLabel: String? { didSet { if accessibilityLabel != oldValue { setNeedsDisplay() } } }
  /// What a screen reader adds: what a press does.
  open var accessibilityHint: String? { didSet { if accessibilityHint != oldValue { setNeedsDisplay() } } }
  /// There because code for UIKit sets it. Constraints count as soon as they are active.
  public var translatesAutoresizingMaskIntoConstraints = true

  /// Called when the view, or one in it, looks different from when it was drawn last. Only a view without a superview
  /// calls it.
  public var displayHandler: (() -> Void)?

  /// The constraints that place this view.
  var placing: [LayoutConstraint] = []
  /// Constraints that have no counterpart in CSS.
  var refusedConstraints: [LayoutConstraint] = []
  /// Set when it is drawn first; it keeps its element as long as it keeps its superview.
  var identifier: Int?

  /// A view with nothing in it.
  public init(frame: CGRect = .zero) { self.frame = frame }

  /// Adds a view in front of the others.
  open func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

  /// Adds a view behind those from `index` on. A view is in one superview only.
  open func insertSubview(_ view: View, at index: Int) {
    precondition(!view.contains(self), "A view cannot be put into itself.")
    if view.superview !== nil { view.removeFromSuperview() }
    subviews.insert(view, at: min(max(index, 0), subviews.count))
    view.superview = self
    setNeedsDisplay()
  }

  /// Takes it out of its superview. Constraints to the superview are gone then.
  open func removeFromSuperview() {
    guard let superview else { return }
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    placing.removeAll { $0.relatesToOther }
    refusedConstraints = []
    forgetIdentifiers()
    superview.setNeedsDisplay()
  }

  /// Says that it looks different, so that it is drawn again.
  public func setNeedsDisplay() {
    if let superview { superview.setNeedsDisplay() } else { displayHandler?() }
  }

  /// The element that it is: override it for another one than a `div`. `children` are the subviews' elements.
  open func element(containing children: [Node]) -> Node { Node.div { children }.class("view") }

  /// What is drawn in it, in this order.
  var drawnSubviews: [View] { subviews }
  /// Whether it has an element at all.
  var isDrawn: Bool { true }
  /// The colour that its element gives to what is in it.
  var drawnTint: Color? { tintColor }
  /// What a screen reader says, all in all.
  var spokenLabel: String? { accessibilityLabel }

  /// The view and all in it, as nodes.
  func draw(_ drawing: Drawing) -> Node { drawWithSubviews(drawing) }

  private func contains(_ view: View) -> Bool { self === view || subviews.contains { $0.contains(view) } }

  private func forgetIdentifiers() {
    identifier = nil
    for view in subviews { view.forgetIdentifiers() }
  }
}

extension View: Equatable {
  /// Whether both are the same view.
  public static func == (lhs: View, rhs: View) -> Bool { lhs === rhs }
}

extension View: Hashable {
  /// By identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
