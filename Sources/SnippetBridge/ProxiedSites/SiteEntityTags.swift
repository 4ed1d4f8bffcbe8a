/// The translation of entity tags for content that this server changes. A value type without side effects.
///
/// This server appends a mark, which identifies the inserted script, to the target's tag. If the script changes, the
/// tag changes too, so a browser does not show a cached page with an outdated script. Also, if a page fetches another
/// page's unchanged HTML, the browser does not return a cached copy that contains the inserted script.
struct SiteEntityTags: Sendable {
  /// Letters and digits that identify the inserted script, or `nil` if the content is not changed.
  let mark: String?

  private static let separator = "~sb-"

  /// Returns the tag for the browser, which is the target's tag with the mark.
  func marked(_ tag: String) -> String {
    guard let mark, tag.hasSuffix("\"") else { return tag }
    return "\(tag.dropLast())\(Self.separator)\(mark)\""
  }

  /// Returns the tags in an `If-None-Match` header that have the current mark, with the mark removed. Returns `nil` if
  /// there are no such tags.
  func unmarked(_ list: String) -> String? {
    let kept = Self.tags(in: list).compactMap { tag -> String? in
      let (plain, found) = Self.split(tag)
      return found == mark ? plain : nil
    }
    return kept.isEmpty ? nil : kept.joined(separator: ", ")
  }

  /// Returns the tags in a header with all marks removed, as the target knows them.
  static func plain(_ list: String) -> String { tags(in: list).map { split($0).plain }.joined(separator: ", ") }

  static func isMarked(_ tag: String) -> Bool { split(tag).mark != nil }

  private static func split(_ tag: String) -> (plain: String, mark: String?) {
    guard tag.hasSuffix("\""), let range = tag.firstRange(of: separator) else { return (tag, nil) }
    return (tag[..<range.lowerBound] + "\"", String(tag[range.upperBound...].dropLast()))
  }

  /// Splits a list into tags, including their quotes and the `W/` prefix of weak tags. A comma within quotes is part of
  /// a tag.
  private static func tags(in list: String) -> [String] {
    var isQuoted = false
    let tags = list.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == "," && !isQuoted
    }
    return tags.map { String($0.drop { $0 == " " || $0 == "\t" }) }.filter { !$0.isEmpty }
  }
}
