/// The entity tags of content that is changed on its way to the browser. A pure value.
///
/// The target's tag gets a suffix that identifies the inserted script. So a browser does not show a cached page with an
/// old script. It also does not return a cached page with the inserted script to a script that fetches the unchanged
/// page.
struct SiteEntityTags: Sendable {
  /// Letters and digits that identify the inserted script. `nil` for unchanged content.
  let mark: String?

  private static let separator = "~sb-"

  /// Returns the target's tag with the mark, for the browser.
  func marked(_ tag: String) -> String {
    guard let mark, tag.hasSuffix("\"") else { return tag }
    return "\(tag.dropLast())\(Self.separator)\(mark)\""
  }

  /// Returns the tags of an `If-None-Match` header as the target knows them, or `nil` if none is left. Keeps only
  /// tags with the current mark.
  func unmarked(_ list: String) -> String? {
    let kept = Self.tags(in: list).compactMap { tag -> String? in
      let (plain, found) = Self.split(tag)
      return found == mark ? plain : nil
    }
    return kept.isEmpty ? nil : kept.joined(separator: ", ")
  }

  /// Returns the tags of a header without their marks, as the target knows them.
  static func plain(_ list: String) -> String { tags(in: list).map { split($0).plain }.joined(separator: ", ") }

  static func isMarked(_ tag: String) -> Bool { split(tag).mark != nil }

  private static func split(_ tag: String) -> (plain: String, mark: String?) {
    guard tag.hasSuffix("\""), let range = tag.firstRange(of: separator) else { return (tag, nil) }
    return (tag[..<range.lowerBound] + "\"", String(tag[range.upperBound...].dropLast()))
  }

  /// Splits a list into tags with their quotes and the `W/` of weak tags. A comma within quotes does not separate
  /// tags.
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
