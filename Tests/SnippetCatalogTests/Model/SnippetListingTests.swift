import Foundation
import Testing

@testable import SnippetCatalog

@Suite(.timeLimit(.minutes(5))) struct SnippetListingTests {
  private func problem(of text: String, limits: SnippetLimits = SnippetLimits()) -> String? {
    do {
      _ = try SnippetListing(reading: Array(text.utf8), of: "snippets.json", limits: limits)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func aList() throws {
    let text = #"{ "listenOn": "wss://a.example/changes", "snippets": [{ "id": "a", "target": "/" }] }"#
    let listing = try SnippetListing(reading: Array(text.utf8), of: "", limits: SnippetLimits())
    #expect(listing.listenOn?.absoluteString == "wss://a.example/changes")
    #expect(listing.snippets == [Snippet(id: "a", target: "/")])
    #expect(
      try SnippetListing(reading: Array("\u{FEFF}{\"snippets\":[]}".utf8), of: "", limits: .init()).snippets == [])
  }

  @Test(arguments: [
    ("", "snippets.json, line 1, column 1: Expected a value, but the text ends."),
    ("{\n  \"snippets\": [,]\n}", "snippets.json, line 2, column 16: Expected a value."),
    ("{ \"snippets\": []", "snippets.json, line 1, column 17: Expected a comma or }."),
    ("{ \"snippets\": [] }\n}", "snippets.json, line 2, column 1: Unexpected text after the value."),
    ("{ 'snippets': [] }", "snippets.json, line 1, column 3: Expected a member's name in double quotes."),
    ("{ \"ž\": \"\\q\" }", "snippets.json, line 1, column 9: The escape sequence is unknown."),
    (
      "{ \"a\": \"b\n\" }",
      "snippets.json, line 1, column 10: A string contains a control character, which must be escaped."
    ),
    ("{ \"a\": 01 }", "snippets.json, line 1, column 8: This is not a valid number."),
    ("{}", "snippets.json, line 1, column 1: \"snippets\" is missing."),
    ("{ \"snippets\": {} }", "snippets.json, line 1, column 15: snippets: It is not an array."),
    (
      "{ \"snippets\": [\n  { \"id\": \"a\", \"target\": \"/\" },\n  { \"target\": \"/\" }\n] }",
      "snippets.json, line 3, column 3: snippets[1]: \"id\" is missing."
    ),
    (
      "{ \"snippets\": [\n  { \"id\": \"a\", \"target\": 7 }\n] }",
      "snippets.json, line 2, column 26: snippet \"a\", target: It is not a text."
    ),
    (
      "{ \"snippets\": [\n  { \"id\": \"a\", \"target\": \"/\" },\n  { \"id\": \"a\", \"target\": \"/\" }\n] }",
      "snippets.json, line 3, column 3: snippet \"a\": The id occurs twice in the list."
    ),
  ])
  func errorsSayWhere(text: String, description: String) {
    #expect(problem(of: text) == description)
  }

  @Test func whatIsTooMuchIsRefused() {
    var limits = SnippetLimits()
    limits.snippets = 1
    limits.resources = 1
    let two = #"{ "snippets": [{ "id": "a", "target": "/" }, { "id": "b", "target": "/" }] }"#
    #expect(problem(of: two, limits: limits)?.hasSuffix("The list has 2 snippets; the limit is 1.") == true)
    let overrides = #"{ "snippets": [{ "id": "a", "target": "/", "overrides": [{ "js": "" }, { "js": "" }] }] }"#
    #expect(problem(of: overrides, limits: limits)?.hasSuffix("more than 1 resources and overrides.") == true)
    limits.listBytes = 10
    #expect(problem(of: two, limits: limits) == "snippets.json: It has \(two.utf8.count) bytes; the limit is 10.")
  }

  @Test func deepNestingIsRefused() {
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(problem(of: deep)?.hasSuffix("Values are nested deeper than 128 levels.") == true)
    let props = "{ \"snippets\": [{ \"id\": \"a\", \"target\": \"/\", \"props\": \(String(repeating: "[", count: 200))"
    #expect(problem(of: props)?.hasSuffix("Values are nested deeper than 128 levels.") == true)
  }

  @Test("Whatever a list is: it is read, or the error says where it is wrong")
  func nonsense() {
    let text = Array(
      #"{"snippets":[{"id":"a","target":"/","props":{"b":[1,null,-2.5e3,"\\u0041"]},"headers":{}}]}"#.utf8)
    let parts = Array("{}[]\",:\\ 0-.eE+tfnu\n".utf8) + [0, 0x80, 0xC3, 0xFF]
    for _ in 0..<5000 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...3) {
        let index = bytes.indices.randomElement() ?? 0
        switch Int.random(in: 0..<3) {
        case 0: bytes[index] = parts.randomElement() ?? 0
        case 1: bytes.insert(parts.randomElement() ?? 0, at: index)
        default: bytes.remove(at: index)
        }
      }
      do {
        _ = try SnippetListing(reading: bytes, of: "a", limits: SnippetLimits())
      } catch {
        #expect(error.line != nil, "\(error) in \(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }
}
