/// Entity tags of what is changed in passing. The target's tag gets a mark behind it that says what was put in, so that
/// a browser shows nothing with an old script in it, and takes what it has shown for nothing that it has fetched. Pure.
struct RemoteEntityTags: Sendable {
  /// Letters and digits, of what was put in; nil for what passes unchanged.
  let mark: String?

  private static let separator = "~sb-"

  /// For the browser.
  func marked(_ tag: String) -> String {
    guard let mark, tag.hasSuffix("\"") else { return tag }
    return "\(tag.dropLast())\(Self.separator)\(mark)\""
  }

  /// Of an `If-None-Match`: those that stand for what would be sent now, as the target knows them. Nil when there are
  /// none.
  func unmarked(_ list: String) -> String? {
    let kept = Self.tags(in: list).compactMap { tag -> String? in
      let (plain, found) = Self.split(tag)
      return found == mark ? plain : nil
    }
    return kept.isEmpty ? nil : kept.joined(separator: ", ")
  }

  /// As the target knows it, whatever the mark.
  static func plain(_ list: String) -> String { tags(in: list).map { split($0).plain }.joined(separator: ", ") }

  static func isMarked(_ tag: String) -> Bool { split(tag).mark != nil }

  private static func split(_ tag: String) -> (plain: String, mark: String?) {
    guard tag.hasSuffix("\""), let range = tag.firstRange(of: separator) else { return (tag, nil) }
    return (tag[..<range.lowerBound] + "\"", String(tag[range.upperBound...].dropLast()))
  }

  /// With quotes, and `W/` where it is weak. A comma may stand within quotes.
  private static func tags(in list: String) -> [String] {
    var tags: [String] = []
    var tag = ""
    var isQuoted = false
    for character in list {
      if character == "," && !isQuoted {
        tags.append(tag)
        tag = ""
      } else {
        if character == "\"" { isQuoted.toggle() }
        tag.append(character)
      }
    }
    return (tags + [tag]).map { String($0.drop { $0 == " " || $0 == "\t" }) }.filter { !$0.isEmpty }
  }
}
