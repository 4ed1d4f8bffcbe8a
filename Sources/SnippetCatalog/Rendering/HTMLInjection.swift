/// An insertion of style sheets and scripts into a page, with the same result as in TWS:
///
/// | the page has | style sheets | scripts |
/// |---|---|---|
/// | `<head>`, in lower case and without attributes | before each `</head>` | before each `</head>` |
/// | else `<html …>`, in upper or lower case | after that tag | after that tag |
/// | neither | at the end | at the beginning, before the doctype |
///
/// Elements that are inserted after a tag or at the beginning are in reverse order. There is one difference from TWS:
/// if a page has `<head>` but no `</head>`, which HTML allows, TWS inserts nothing. This type inserts the elements
/// after `<head>`.
struct HTMLInjection {
  private enum Place {
    case beforeHeadEnds([Int])
    case at(Int)
    case ends
  }

  private let html: [UInt8]
  private let place: Place

  init(into html: [UInt8]) {
    self.html = html
    if let head = html.firstIndex(of: "<head>".utf8, from: 0) {
      let ends = html.allIndices(of: "</head>")
      place = ends.isEmpty ? .at(head + "<head>".utf8.count) : .beforeHeadEnds(ends)
    } else if let end = html.endOfRootTag() {
      place = .at(end)
    } else {
      place = .ends
    }
  }

  /// Returns the page with an element inserted for each override.
  func page(with overrides: [Snippet.Override]) -> [UInt8] {
    guard !overrides.isEmpty else { return html }
    func elements(_ overrides: [Snippet.Override]) -> [UInt8] { overrides.flatMap { Array($0.element.utf8) } }
    switch place {
    case .beforeHeadEnds(let ends):
      let added = elements(overrides)
      var page: [UInt8] = []
      var start = 0
      for end in ends {
        page += html[start..<end]
        page += added
        start = end
      }
      return page + html[start...]
    case .at(let index): return html[..<index] + elements(overrides.reversed()) + html[index...]
    case .ends:
      return elements(overrides.reversed().filter(\.isScript)) + html + elements(overrides.filter { !$0.isScript })
    }
  }

  /// Returns the approximate size in bytes of the result of ``page(with:)``.
  func size(with overrides: [Snippet.Override]) -> Int {
    let added = overrides.reduce(0) { $0 + $1.element.utf8.count }
    guard case .beforeHeadEnds(let ends) = place else { return html.count + added }
    let (size, hasOverflown) = added.multipliedReportingOverflow(by: ends.count)
    return hasOverflown ? .max : html.count + size
  }
}

extension Snippet.Override {
  fileprivate var isScript: Bool { if case .js = self { true } else { false } }

  fileprivate var element: String {
    switch self {
    case .css(let text): "<style>\(text)</style>"
    case .js(let text): "<script>var tws_injected = true;</script><script>\(text)</script>"
    }
  }
}

extension [UInt8] {
  func firstIndex(of part: some Collection<UInt8>, from start: Int) -> Int? {
    guard let first = part.first else { return nil }
    var index = start
    while let found = self[index...].firstIndex(of: first) {
      if self[found...].starts(with: part) { return found }
      index = found + 1
    }
    return nil
  }

  fileprivate func allIndices(of text: String) -> [Int] {
    var indices: [Int] = []
    var start = 0
    while let index = firstIndex(of: text.utf8, from: start) {
      indices.append(index)
      start = index + text.utf8.count
    }
    return indices
  }

  /// Returns the index after the first `<html …>` tag, which is a match for the case-insensitive pattern
  /// `<html\b[^>]*>`. All bytes above ASCII count as letters.
  fileprivate func endOfRootTag() -> Int? {
    var start = 0
    while let open = self[start...].firstIndex(of: UInt8(ascii: "<")) {
      start = open + 1
      let name = self[start...].prefix(4)
      guard name.count == 4, zip(name, "html".utf8).allSatisfy({ $0 | 0x20 == $1 }) else { continue }
      guard let next = self[(start + 4)...].first, !next.isOfWord, next < 0x80 else { continue }
      return self[(start + 4)...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
    }
    return nil
  }
}

extension UInt8 {
  /// Indicates whether the byte is an ASCII character that matches `\w` in a regular expression.
  var isOfWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
