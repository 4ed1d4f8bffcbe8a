import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct HeadLocatorTests {
  /// In each text, `@` marks the expected position.
  @Test(arguments: [
    // The tag goes after the start tag of the head:
    "<!doctype html><html><head>@<title>a</title></head></html>",
    "<head>@", "<HEAD>@x", "<head profile='a>b' x=\"</head>\">@", "<head/>@", "<html\n><head\t\n>@ <script></script>",
    "<html lang=en><!-- <head> --><head>@", "<!--><head>@", "<!---><head>@", "<!--a--!><head>@",
    "<!--a--!-><head>--><head>@",
    "<!-- <!-- --><head>@", "<!----!><head>@", "<!-----><head>@", "<!--a-- ><head>--><head>@",
    "<?xml version='1.0'?><head>@", "<!x><head>@", "<!><head>@", "<!-><head>@", "<!-x><head>@", "<![CDATA[><head>@",
    "</><head>@", "</x a='>'><head>@", "</ ><head>@", "</p><head>@", "</1'><head>@",
    "<!DOCTYPE html PUBLIC \"a>@b\"><head>", "<html a=><head>@", "<html =><head>@", "<html a=b'c><head>@",
    "<html a= '>'><head>@", "<html a='x'b=\"y>\"/><head>@", "<html / ><head>@", "<html a=b/><head>@",
    "<html><html><head>@",
    // The tag goes before the first token that requires a head element:
    "@", "  @", "\r\n\u{c}\t@x", "@text<head>", "<!doctype html>\n@<title>a</title>", "<!doctype html>@<body><head>",
    "<html>@<script>'<head>'</script>", "@<script></script><html><head>", "@<header>", "@<headx><head>", "@<htm><head>",
    "@<htmlx>", "<html>@</head>", "@</body>", "@</html><head>", "<!doctype html>@</br><head>", "@&nbsp;<head>",
    "@<3<head>",
    "@\u{0}<head>", "@é", "@<table>",
    // The tag goes before a token that has no end:
    "<html>@<!-- <head>", "@<!--a--!", "@<", "@</", "@<!", "@<html a='><head>", "<!doctype html>@<hea", "@<head",
  ])
  func place(_ marked: String) throws {
    let parts = marked.split(separator: "@", omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    #expect(place(in: parts[0] + parts[1]) == parts[0].utf8.count)
  }

  private func place(in text: some StringProtocol) -> Int {
    var locator = HeadLocator()
    for byte in text.utf8 {
      if let place = locator.read(byte) { return place }
    }
    return locator.positionAtEnd
  }
}
