import Foundation
import SnippetFleet

/// A web view as the commands print it.
struct Row: Encodable, Equatable {
  var id: String
  var name: String?
  var server: String?
  var groups: [String] = []
  var started: Date?
  var connected = false
  /// The kind of change, for `watch`.
  var change: String?

  init(id: String) { self.id = id }

  init(_ webView: FleetWebViews.Description) {
    (id, name, server, groups) = (webView.id, webView.name, webView.server, webView.groups)
    (started, connected) = (webView.started, webView.isConnected)
  }

  private static let titles = ["NAME", "SERVER", "GROUPS", "SINCE", "STATE", "ID"]

  /// The cells of the table. Names and groups come from other machines, so control characters are replaced: they could
  /// change what the terminal shows.
  private var cells: [String] {
    [
      name ?? "–", server ?? "–", groups.isEmpty ? "–" : groups.sorted().joined(separator: ","),
      started?.formatted(.iso8601) ?? "–", connected ? "connected" : "away", id,
    ].map { text in
      String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.isPrintable ? $0 : "\u{FFFD}" }))
    }
  }

  /// The cells in one line.
  var line: String { cells.joined(separator: "  ") }

  /// The web view as a line of JSON.
  func json(change: String? = nil) -> String {
    var row = self
    row.change = change
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return (try? encoder.encode(row)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// A table, ordered by name, or a sentence if there are no web views.
  static func table(_ rows: [Row]) -> String {
    guard !rows.isEmpty else { return "The fleet has no pages." }
    let named = rows.sorted {
      ($0.name == nil ? 1 : 0, $0.name ?? $0.id) < ($1.name == nil ? 1 : 0, $1.name ?? $1.id)
    }
    let lines = [titles] + named.map(\.cells)
    let widths = titles.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { cells in
      zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
        .replacing(#/ +$/#, with: "")
    }.joined(separator: "\n")
  }
}

extension Unicode.Scalar.Properties {
  /// Indicates whether a terminal shows the character and does not interpret it.
  fileprivate var isPrintable: Bool {
    switch generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: true
    }
  }
}
