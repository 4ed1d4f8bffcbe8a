import DSBridgeLocks
import SnippetShell

/// The state of a shell's native screen.
final class NativeState: Sendable {
  struct Values {
    var count = 0
    var text = ""
    /// A counter that changes the content around the field.
    var round = 0
  }
  private let state = Mutex(Values())

  var values: Values { state.withLock { $0 } }

  func change(_ body: @Sendable (inout Values) -> Void) {
    state.withLock { body(&$0) }
  }
}

/// Returns a screen with a counter, a field whose text Swift displays, and rows that change.
func nativeScreen(of shell: isolated Shell, _ state: NativeState) -> Node {
  let values = state.values
  return Node.vstack(spacing: 8) {
    Node.heading("Native")
    Node.button("Count") { [weak shell] _ in
      state.change { $0.count += 1 }
      await shell?.setNeedsUpdate()
    }
    Node.text("Count: \(values.count)")
    Node.input(label: "Text", value: values.text) { [weak shell] event in
      state.change { $0.text = event.text ?? "" }
      await shell?.setNeedsUpdate()
    }
    Node.text("Text: \(values.text)")
    for row in 0..<10 {
      // The text and the position of every row change in each round.
      Node.text("Row \(row), round \(values.round)").key("\((row + values.round) % 10)")
    }
  }
}
