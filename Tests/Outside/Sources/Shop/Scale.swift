import SnippetBridge
import Tracing

@Exposed
package final class Scale {
  package init() {}

  /// Returns the weight. A page awaits the result, or receives it through a callback.
  nonisolated(nonsending) func weigh() async -> Double {
    await withSpan("read the scale") { _ in 1.5 }
  }
}
