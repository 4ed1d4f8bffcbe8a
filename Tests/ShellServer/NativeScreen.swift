import Locks
import SnippetShell

/// What the native screen of each shell shows.
final class NativeState: Sendable {
  struct Values {
    var count = 0
    var text = ""
    /// Changes what stands around the field.
    var round = 0
  }
  private let state = Mutex(Values())

  var values: Values { state.withLock { $0 } }

  func change(_ body: @Sendable (inout Values) -> Void) {
    state.withLock { body(&$0) }
  }
}

/// A counter, a field that Swift echoes, and rows that change.
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
      // Every row's text and place are others in each round.
      Node.text("Row \(row), round \(values.round)").key("\((row + values.round) % 10)")
    }
  }
}
