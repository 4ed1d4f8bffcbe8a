import Foundation
import Testing

@testable import SnippetCatalog

@Suite(.timeLimit(.minutes(5))) struct SnippetRendererTests {
  private let renderer = SnippetRenderer(builtIns: [:])

  private func fill(_ html: String, _ props: Props) -> SnippetRenderer.Page {
    renderer.page(of: Snippet(id: "a", target: "/", props: props, engine: .mustache), html: html)
  }

  private func expectUntouched(_ html: String, _ warning: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let page = fill(html, ["a": [1], "b": true])
    #expect(page.html == html, sourceLocation: sourceLocation)
    #expect(page.warning == warning, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    ("{{name}} {{ name }} {{{name}}} {{& name }}", "<b>&\"' <b>&\"' <b>&\"' <b>&\"'"),
    ("{{missing}}.{{object.missing}}.{{null}}", ".."),
    ("{{yes}} {{no}} {{zero}} {{int}} {{double}}", "1 0 0 5 2.5"),
    ("{{#yes}}a{{/yes}}{{^yes}}b{{/yes}}{{#no}}c{{/no}}{{^no}}d{{/no}}", "ad"),
    // As in GRMustache, zero, the empty text and null are false.
    ("{{#zero}}a{{/zero}}{{^zero}}b{{/zero}}{{#zeros}}c{{/zeros}}{{^zeros}}d{{/zeros}}", "bd"),
    ("{{#empty}}a{{/empty}}{{^empty}}b{{/empty}}{{#name}}c{{/name}}{{#null}}d{{/null}}{{^null}}e{{/null}}", "bce"),
    ("{{#none}}a{{/none}}{{^none}}b{{/none}}{{#nothing}}c{{/nothing}}", "bc"),
    ("{{#object}}{{inner}} {{int}}{{/object}} {{object.inner}}", "x 5 x"),
    ("{{#list}}[{{.}}]{{/list}}", "[1][two][0][1.5]"),
    ("{{list.count}} {{list.first}} {{list.last}} {{name.length}}", "4 1 1.5 6"),
    ("{{list}} {{object}}", "1two01.5 {\"inner\":\"x\"}"),
    ("{{#items}}{{n}}{{#rest}}, {{/rest}}{{/items}}", "a, b"),
    ("{{=<% %>=}}<% name %>{{name}}<%={{ }}=%>{{int}}", "<b>&\"'{{name}}5"),
    ("a{{! comment\nof two lines }}b", "ab"),
    ("{{#yes}}a{{/}}", "a"),
    ("{{$title}}Title{{/title}}", "Title"),
    ("no tags { } }} {", "no tags { } }} {"),
    ("ž{{name}}ž", "ž<b>&\"'ž"),
    ("{{\n  name\n}}", "<b>&\"'"),
  ])
  func templates(html: String, expected: String) {
    let page = fill(
      html,
      [
        "name": "<b>&\"'", "null": nil, "yes": true, "no": false, "zero": 0, "zeros": 0.0, "int": 5, "double": 2.5,
        "empty": "", "none": [], "nothing": [:], "object": ["inner": "x"], "list": [1, "two", false, 1.5],
        "items": [["n": "a", "rest": true], ["n": "b", "rest": 0]],
      ])
    #expect(page.html == expected)
    #expect(page.warning == nil)
  }

  @Test("Source defect: arrays in arrays are empty")
  func arraysInArrays() {
    let page = fill("{{#rows}}{{#.}}{{.}} {{/.}}/{{/rows}}", ["rows": [[1, 2], [], [[3], nil]]])
    #expect(page.html == "1 2 //3  /")
  }

  /// A line that contains only a section tag, a comment or delimiters produces no line in the page.
  @Test(arguments: [
    ("a\n{{#yes}}\nb\n{{/yes}}\nc\n", "a\nb\nc\n"),
    ("  {{#yes}}  \n  b\n\t{{/yes}}", "  b\n"),
    ("a\r\n{{#yes}}\r\nb\r\n{{/yes}}\r\n", "a\r\nb\r\n"),
    ("a {{#yes}}\nb{{/yes}}\n", "a \nb\n"),
    ("{{! c }}\na", "a"),
    ("  {{! c }} a", "   a"),
    ("{{=<% %>=}}\na<% int %>\n", "a5\n"),
    ("\n{{int}}\n", "\n5\n"),
    ("{{int}}\n  ", "5\n  "),
    ("{{#yes}}\n{{/yes}}\n\t", "\t"),
    ("  {{int}}  \n", "  5  \n"),
    ("{{int}}\n{{int}}", "5\n5"),
  ])
  func linesOfTheirOwn(html: String, expected: String) {
    #expect(fill(html, ["yes": true, "int": 5]).html == expected)
  }

  @Test func builtInsWin() {
    let renderer = SnippetRenderer(
      builtIns: .builtIns(version: "1.2", systemVersion: "12", deviceName: "kiosk", deviceVendor: "ACME"))
    let props: Props = ["version": "mine", "os": ["version": "mine", "other": "kept"], "device": "mine"]
    let page = renderer.page(
      of: Snippet(id: "a", target: "/", props: props, engine: .mustache),
      html: "{{version}} {{os.version}} {{os.other}} {{device.name}} {{device.vendor}}")
    #expect(page.html == "1.2 12 kept kiosk ACME")
    #expect(Props.builtIns()["os"]?["version", as: \.string]?.isEmpty == false)
  }

  @Test func onlyWithTheEngine() {
    for engine in [nil, Snippet.Engine.none, .other("liquid")] {
      let snippet = Snippet(id: "a", target: "/", props: ["a": 1], engine: engine)
      #expect(renderer.page(of: snippet, html: "{{a}}") == .init(html: "{{a}}"))
    }
  }

  @Test("What is put into the page is a template, too")
  func injectionComesFirst() {
    let snippet = Snippet(
      id: "a", target: "/", props: ["colour": "red"], engine: .mustache, overrides: [.css("a { color: {{colour}} }")])
    #expect(
      renderer.page(of: snippet, html: "<head></head>").html == "<head><style>a { color: red }</style></head>")
  }

  @Test("A template that fails shows the page as it was, with its resources")
  func failures() {
    expectUntouched("<p>{{#a}}</p>", "The section \"a\" is not closed.")
    expectUntouched("{{/a}}", "The section \"a\" is closed but was not opened.")
    expectUntouched("{{#a}}{{#b}}{{/a}}{{/b}}", "The section \"a\" is closed while \"b\" is open.")
    expectUntouched("\n {{a", "A tag is not closed: line 2, \"{{a\".")
    expectUntouched("f({{}})", "A tag has no name: line 1, \"{{}})\".")
    expectUntouched("{{ user | upper }}", "A tag has no name: line 1, \"{{ user | upper }}\".")
    expectUntouched("{{> header}}", "The template includes a partial, which is not supported.")
    expectUntouched("{{<layout}}{{/layout}}", "The template includes a partial, which is not supported.")
    expectUntouched("{{=<% =}}", "A delimiter tag must contain two delimiters: line 1, \"{{=<% =}}\".")
    let snippet = Snippet(id: "a", target: "/", engine: .mustache, overrides: [.js("x({{})")])
    #expect(
      renderer.page(of: snippet, html: "").html
        == "<script>var tws_injected = true;</script><script>x({{})</script>")
  }

  @Test("A tag of one character's delimiters, whose section is empty, ends swift-mustache's process")
  func oneCharacterDelimiters() {
    #expect(fill("{{=< >=}}<#a></a>", ["a": true]).html == "")
  }

  @Test func deepNestingIsRefused() {
    let html = String(repeating: "{{#a}}", count: 100_000) + String(repeating: "{{/a}}", count: 100_000)
    #expect(fill(html, ["a": true]).warning == "The sections of the template are nested deeper than 64 levels.")
    let names = "{{\(String(repeating: "a.", count: 100_000))a}}"
    #expect(fill(names, ["a": true]).warning?.hasPrefix("A tag has no name") == true)
  }

  @Test("Sections in each other multiply", .timeLimit(.minutes(1)))
  func hugeOutputIsRefused() {
    let html = String(repeating: "{{#a}}", count: 20) + "x" + String(repeating: "{{/a}}", count: 20)
    let page = fill(html, ["a": [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]])
    #expect(page.html == html)
    #expect(page.warning == "The page has more than 16777216 bytes.")
  }

  @Test(.timeLimit(.minutes(1)))
  func largeValuesAreRefusedTogether() {
    let html = String(repeating: "{{a}}", count: 1000)
    let page = fill(html, ["a": .string(String(repeating: "a", count: 100_000))])
    #expect(page.html == html)
    #expect(page.warning?.hasPrefix("The page has more") == true)
    let text = "{{#a}}" + String(repeating: "x", count: 1_000_000) + "{{/a}}"
    #expect(fill(text, ["a": .array(Array(repeating: 1, count: 100))]).html == text)
  }

  /// Work counts towards the limit even if it produces no output. In an earlier version, the first two cases took
  /// minutes. In the third case, the loop runs over array elements that produce no text.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("{{#xs}}{{a.length}}{{/xs}}", 100_000), (String(repeating: "{{o}}", count: 1900), 1),
      (String(repeating: "{{nothing}}", count: 1900), 1),
    ])
  func workWithoutOutputCounts(html: String, rounds: Int) {
    let text = Props.string(String(repeating: "a", count: 3_500_000))
    let page = fill(
      html,
      [
        "xs": .array(Array(repeating: 1, count: rounds)), "a": text, "o": ["b": text],
        "nothing": .array(Array(repeating: nil, count: 500_000)),
      ])
    #expect(page.html == html)
    #expect(page.warning == "The page has more than 16777216 bytes.")
  }

  @Test("Whatever a template is: it is filled in, or stays as it was")
  func nonsense() {
    let parts = [
      "{{", "}}", "{{{", "}}}", "{", "}", "{{#a}}", "{{^a}}", "{{/a}}", "{{/}}", "{{$b}}", "{{/b}}", "{{a}}", "{{.}}",
      "{{!", "{{%", "{{=", "=}}", "{{=< >=}}", "<#a>", "</a>", "<={{ }}=>", "<", ">", "a", ".", "\n", "\r\n", " ", "\t",
      "ž", "\u{301}", "\u{1}", "\u{2}", "0", "\u{2028}", "\0",
    ]
    let props: Props = ["a": [1, ["a": "\u{1}0\u{2}"], [0]], "b": false]
    for _ in 0..<2000 {
      let html = (0..<Int.random(in: 0..<12)).compactMap { _ in parts.randomElement() }.joined()
      let page = fill(html, props)
      if page.warning != nil { #expect(page.html == html) }
      if Array(html.utf8).firstIndex(of: "{{".utf8, from: 0) == nil { #expect(page == .init(html: html)) }
    }
  }

  @Test func tooManyTagsAreRefused() {
    #expect(fill(String(repeating: "{{a}}", count: 2001), [:]).warning == "The template has more than 2000 tags.")
  }

  @Test("A page of a million bytes with scripts in it is quick", .timeLimit(.minutes(1)))
  func largePages() {
    let script = String(repeating: "if (a) { b({ c: { d: 1 } }) } /* ž */\n", count: 25_000)
    let page = fill("<script>\(script)</script>{{#items}}<li>{{.}}</li>\n{{/items}}", ["items": [1, 2]])
    #expect(page.html == "<script>\(script)</script><li>1</li>\n<li>2</li>\n")
  }

  @Test("Values cannot stand for parts of the page")
  func marksInValues() {
    let page = fill("<p>{{a}}</p>{{a}}", ["a": "\u{1}0\u{2}\u{1}e\u{2}"])
    #expect(page.html == "<p>\u{1}0\u{2}\u{1}e\u{2}</p>\u{1}0\u{2}\u{1}e\u{2}")
  }
}
