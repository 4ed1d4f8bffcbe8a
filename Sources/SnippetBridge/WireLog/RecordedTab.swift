import DSBridge
import SnippetBridgeDevelopment

/// The web views of a recording of one tab: those that continue a web view of the recording, and those of the iframes
/// in their pages. A value type without side effects.
///
/// A recording begins with a new web view, because a replay begins with one too. Calls of earlier web views, and the
/// state of their interfaces, are therefore not part of a recording.
struct RecordedTab: Sendable {
  /// The ids of the web view before the recording and of the recorded ones.
  private var ids: Set<String>
  /// The numbers of the recorded web views in the log.
  private var webViews: Set<Int> = []
  /// The ids of further new web views, by their numbers.
  private var new: [Int: String] = [:]

  /// Creates the scope of a recording that begins with the web view after `webView`.
  init(after webView: String) { ids = [webView] }

  /// Returns whether a line belongs to the recording. Call this with all lines, in their order.
  mutating func contains(_ line: ObservedLine) -> Bool {
    switch (line.source, line.verb) {
    case (.note, "webView"): new[line.webView] = Self.id(in: line)
    case (.note, "former"), (.note, "owner"):
      guard let known = Self.id(in: line), ids.contains(known) else { break }
      webViews.insert(line.webView)
      if let id = new.removeValue(forKey: line.webView) { ids.insert(id) }
    case (.note, "closed"):
      new[line.webView] = nil
      return webViews.remove(line.webView) != nil
    default: break
    }
    return webViews.contains(line.webView)
  }

  private static func id(in line: ObservedLine) -> String? {
    line.json.flatMap { try? JSONSerializer().decode(String.self, from: JSON($0)) }
  }
}
