import Foundation
import SnippetViews
import Testing

/// A control, in the accessory view of a bar.
@Suite(.timeLimit(.minutes(5))) struct ControlTests {
  private let bar = Bar.ButtonBar()
  private let control = Control()

  init() { bar.leftAccessoryView = control }

  /// Performs the actions of the control for these events of the page.
  private func perform(_ names: NodeEvent.Name...) async throws {
    let (events, continuation) = AsyncStream.makeStream(of: ControlEvent.self)
    var tree = NodeTree()
    _ = try tree.update(to: bar.node(named: "bar") { continuation.yield($0) })
    let scroller = try #require(tree.snapshot?.children?.first { $0.class == "scroller" })
    let id = try #require(scroller.children?[0].children?[0].id)
    for name in names {
      if let action = tree.receive(NodeEvent(name), at: id) { await action(NodeEvent(name)) }
    }
    continuation.finish()
    for await event in events { bar.receive(event) }
  }

  @Test("S13: each event of a press has its actions")
  func events() async throws {
    var log: [String] = []
    control.addAction(for: .touchDown) { log.append("down") }
    control.addAction { log.append("inside") }
    control.addAction(for: [.touchUpOutside, .touchCancel]) { log.append("gone") }
    control.addAction(for: .valueChanged) { log.append("value") }
    try await perform(.pointerdown, .pointerup, .click)
    try await perform(.pointerdown, .pointerupoutside)
    try await perform(.pointerdown, .pointercancel)
    control.sendActions(for: .valueChanged)
    #expect(log == ["down", "inside", "down", "gone", "down", "gone", "value"])
  }

  @Test("S13: a control is highlighted while it is pressed")
  func highlighting() async throws {
    try await perform(.pointerdown)
    #expect(control.isHighlighted)
    try await perform(.pointerup)
    #expect(!control.isHighlighted)
    try await perform(.pointerdown, .pointercancel)
    #expect(!control.isHighlighted)
    control.isSelected = true
    control.isEnabled = false
    try await perform(.pointerdown)
    #expect(!control.isHighlighted)
    #expect(control.isSelected)
  }

  @Test("S13: a method of an object is an action, and does not keep the object")
  func targets() async throws {
    final class Target {
      var log: [String] = []
      func pressed() { log.append("pressed") }
      func released(_ sender: Control) { log.append("released \(sender.isHighlighted)") }
    }
    var target: Target? = Target()
    weak let kept = target
    control.addTarget(target ?? Target(), action: Target.pressed, for: .touchDown)
    control.addTarget(target ?? Target(), action: Target.released, for: .touchUpInside)
    try await perform(.pointerdown, .click)
    #expect(target?.log == ["pressed", "released false"])
    target = nil
    #expect(kept == nil)
  }
}
