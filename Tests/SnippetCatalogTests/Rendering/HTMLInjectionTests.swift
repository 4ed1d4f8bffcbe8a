import Testing

@testable import SnippetCatalog

/// Insertions of styles and scripts. The tests with the name A18 use the pages and results of TWS ("The Web Snippet").
@Suite(.timeLimit(.minutes(5))) struct HTMLInjectionTests {
  private static let css = "<style>body { color: red; }</style>"
  private static let js = "<script>var tws_injected = true;</script><script>alert('Hello World!')</script>"

  private func page(_ html: String, _ overrides: [Snippet.Override]) -> String {
    SnippetRenderer(builtIns: [:])
      .page(of: Snippet(id: "a", target: "/", overrides: overrides), html: html).html
  }

  private func page(_ html: String) -> String {
    page(html, [.css("body { color: red; }"), .js("alert('Hello World!')")])
  }

  @Test("A18: a page with <head>")
  func head() {
    #expect(
      page("<html anything goes here>\n  <head>\n    some content here\n  </head>\n  <body>\n  </body>\n</html>")
        == "<html anything goes here>\n  <head>\n    some content here\n  \(Self.css)\(Self.js)</head>\n"
        + "  <body>\n  </body>\n</html>")
  }

  @Test("A18: a page with <html> only: what is put in later stands first")
  func root() {
    #expect(
      page("<html anything goes here>\n  <body>\n    some content here\n  </body>\n</html>")
        == "<html anything goes here>\(Self.js)\(Self.css)\n  <body>\n    some content here\n  </body>\n</html>")
  }

  @Test("A18: a page with neither")
  func neither() {
    #expect(
      page("<!doctype html>\n<body>\n  some content here\n</body>\n")
        == "\(Self.js)<!doctype html>\n<body>\n  some content here\n</body>\n\(Self.css)")
  }

  @Test("A18: in the order of the array")
  func order() {
    let overrides: [Snippet.Override] = [.css("1"), .css("2")]
    #expect(page("<head></head>", overrides) == "<head><style>1</style><style>2</style></head>")
    #expect(page("<html>", overrides) == "<html><style>2</style><style>1</style>")
    #expect(page("", overrides) == "<style>1</style><style>2</style>")
  }

  @Test(arguments: [
    // If the page has a `<head>` with exactly this spelling, text is inserted before every `</head>`. No text is
    // inserted into heads with another spelling.
    ("<head></head></head>", "<head>*</head>*</head>"),
    ("<head id=a></head>", "<head id=a></head>*"),
    ("<HEAD></HEAD>", "<HEAD></HEAD>*"),
    ("<HTML lang=sl\nclass=a><header>", "<HTML lang=sl\nclass=a>*<header>"),
    ("<htmlx><html>", "<htmlx><html>*"),
    ("<html5><html-a>b", "<html5><html-a>*b"),
    ("<html", "<html*"),
    ("", "*"),
    // TWS inserts nothing in this case.
    ("<head><body>", "<head>*<body>"),
    ("žž<html>ž", "žž<html>*ž"),
  ])
  func places(html: String, expected: String) {
    #expect(page(html, [.css("a")]) == expected.replacing("*", with: "<style>a</style>"))
  }

  @Test func nothingToPutInLeavesThePage() {
    #expect(page("<head></head>\r\n", []) == "<head></head>\r\n")
  }

  @Test func resourcesStandBeforeOverrides() {
    let snippet = Snippet(id: "a", target: "/", overrides: [.css("override")])
    let page = SnippetRenderer(builtIns: [:]).page(of: snippet, html: "<head></head>", resources: [.css("resource")])
    #expect(page.html == "<head><style>resource</style><style>override</style></head>")
  }

  @Test func aPageThatMultipliesIsShownAsItIs() {
    var limits = SnippetLimits()
    limits.pageBytes = 10_000
    let html = "<head>" + String(repeating: "</head>", count: 1000)
    let snippet = Snippet(id: "a", target: "/", overrides: [.css("0123456789")])
    let page = SnippetRenderer(builtIns: [:], limits: limits).page(of: snippet, html: html)
    #expect(page.html == html)
    #expect(page.warning == "With its resources the page has more than 10000 bytes.")
  }
}
