import Foundation

/// The state of a drawing, in which views are converted to nodes.
final class Drawing {
  /// A closure that sends user actions to the bar.
  let send: @Sendable (ControlEvent) async -> Void
  /// The controls that have handlers, by identifier.
  private(set) var controls: [Int: Control] = [:]
  /// The layout of all views.
  let layout: LayoutPass
  private(set) var lastIdentifier: Int

  init(after lastIdentifier: Int, layout: LayoutPass, send: @escaping @Sendable (ControlEvent) async -> Void) {
    self.lastIdentifier = lastIdentifier
    self.layout = layout
    self.send = send
  }

  fileprivate func identifier(for view: View) -> Int {
    if let identifier = view.identifier { return identifier }
    lastIdentifier += 1
    view.identifier = lastIdentifier
    return lastIdentifier
  }

  fileprivate func listen(_ control: Control, _ identifier: Int, _ node: inout Node) {
    guard control.isEnabled else { return }
    controls[identifier] = control
    let awaited = control.awaitedEvents
    for (event, name) in Control.Event.nodeEvents where awaited.contains(event) {
      node.actions[name] = { [send] _ in await send(ControlEvent(control: identifier, event: event)) }
    }
  }
}

extension View {
  /// Sets the key, actions, classes and style of the view's own element.
  func drawSelf(_ node: inout Node, around views: [View], _ drawing: Drawing) {
    let identifier = drawing.identifier(for: self)
    node.key = String(identifier)
    if let control = self as? Control { drawing.listen(control, identifier, &node) }

    for name in classes { node.add(name) }
    let places = views.map { drawing.layout.placement(of: $0) }
    if places.contains(where: { $0.isPinned }) { node.style["display"] = "grid" }
    if places.contains(where: { $0.isPlaced }) { node.add("view") }
    let place = drawing.layout.placement(of: self)
    if place.isPinned { node.add("pinned") }
    if place.isPlaced { node.add("placed") }
    node.style.merge(place.style) { $1 }
    for measurement in place.measured { node.attributes[measurement.rawValue] = String(identifier) }
    // The view becomes visible after the page has sent the measurements that the layout depends on.
    if place.isProvisional { node.style["visibility"] = "hidden" }
    drawLook(&node)
  }

  private func drawLook(_ node: inout Node) {
    if isHidden { node.attributes["hidden"] = "" }
    if alpha != 1 { node.style["opacity"] = CSS.number(Double(min(max(alpha, 0), 1))) }
    if let backgroundColor { node.style["background"] = backgroundColor.css }
    if let drawnTint, node.style["color"] == nil { node.style["color"] = drawnTint.css }
    if cornerRadius != 0 { node.style["border-radius"] = CSS.pixels(cornerRadius) }
    node.style["transform"] = transform.css ?? node.style["transform"]
    if !isUserInteractionEnabled { node.style["pointer-events"] = "none" }
    if let spokenLabel { node.attributes["aria-label"] = spokenLabel }
    if let accessibilityHint { node.attributes["title"] = accessibilityHint }
  }
}
