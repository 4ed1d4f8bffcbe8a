import SnippetShell

/// The comparison of recorded and received values.
extension Props {
  /// Parses a JSON text. A text that is not JSON is a string.
  init(json: String) { self = (try? PageJSON.value(Props.self, of: json)) ?? .string(json) }

  /// The text that the recorder writes in place of a secret.
  static let mask = "•••"

  /// The JSON text, cut to 200 characters.
  var excerpt: String {
    let text = json
    return text.count <= 200 ? text : "\(text.prefix(200))…"
  }

  /// A place at which two values differ; `nil` for a missing value.
  struct Difference: Equatable, Sendable {
    var path: String
    var old: Props?
    var new: Props?
  }

  /// Returns the places at which a value differs from this recorded one. A masked secret equals any value.
  /// - Parameter isIgnored: A closure that returns whether the value at a path, such as `.items[0].id`, is ignored.
  func differences(to other: Props, at path: String = "", isIgnored: (String) -> Bool) -> [Difference] {
    if self == other || self == .string(Self.mask) || isIgnored(path) { return [] }
    switch (self, other) {
    case (.string(let text), .string(let new)) where text.contains(Self.mask) && new.fits(text, wildcard: Self.mask):
      return []
    case (.array(let old), .array(let new)):
      let common = zip(old, new).enumerated().flatMap { index, pair in
        pair.0.differences(to: pair.1, at: "\(path)[\(index)]", isIgnored: isIgnored)
      }
      let further = (min(old.count, new.count)..<max(old.count, new.count)).first { !isIgnored("\(path)[\($0)]") }
      guard let further else { return common }
      let (before, after) = (old.dropFirst(further).first, new.dropFirst(further).first)
      return common + [Difference(path: "\(path)[\(further)]", old: before, new: after)]
    case (.dictionary(let old), .dictionary(let new)):
      return Set(old.keys).union(new.keys).sorted().flatMap { key -> [Difference] in
        let place = "\(path).\(key)"
        guard let before = old[key], let after = new[key] else {
          return isIgnored(place) ? [] : [Difference(path: place, old: old[key], new: new[key])]
        }
        return before.differences(to: after, at: place, isIgnored: isIgnored)
      }
    default: return [Difference(path: path, old: self, new: other)]
    }
  }
}
