import Foundation
import SnippetViews
import Testing

@Suite(.timeLimit(.minutes(5))) struct NodeTests {
  @Test func refusesWhatIsNotOnTheListWithItsName() throws {
    #expect(throws: NodeError.tag("script")) { try Node("script") }
    #expect(throws: NodeError.tag("iframe")) { try Node("iframe") }
    #expect(throws: NodeError.attribute("onclick", tag: "div")) { try Node("div", attributes: ["onclick": "go()"]) }
    #expect(throws: NodeError.attribute("srcdoc", tag: "img")) { try Node("img", attributes: ["srcdoc": "x"]) }
    #expect(throws: NodeError.attribute("style", tag: "div")) { try Node.div().attribute("style", "color: red") }
    #expect(throws: NodeError.attribute("href", tag: "div")) { try Node.div().attribute("href", "/") }
    #expect(throws: NodeError.attribute("data-", tag: "div")) { try Node.div().attribute("data-", "") }
    #expect(throws: NodeError.property("behavior")) { try Node.div().style("behavior", "none") }
    #expect(throws: NodeError.property("--")) { try Node.div().style("--", "1") }
    #expect(throws: NodeError.className("a b")) { try Node("div", classes: ["a b"]) }
    #expect(throws: NodeError.className("1st")) { try NodeClass(named: "1st") }
    #expect(throws: NodeError.content(tag: "img")) { try Node("img", text: "hello") }
    #expect(throws: NodeError.content(tag: "br")) { try Node("br", children: [.div()]) }
  }

  @Test func errorsNameTheThingAndSayWhatToWrite() {
    #expect("\(NodeError.tag("script"))".contains("'script'"))
    #expect("\(NodeError.attribute("onclick", tag: "div"))".contains("on(_:perform:)"))
    #expect("\(NodeError.value("javascript:x", attribute: "href", tag: "a"))".contains("mailto"))
  }

  @Test(arguments: ["https://a.org/x", "http://a.org", "mailto:a@b.org", "tel:+49", "/x?y=a:b", "x.html#a:b", "#top"])
  func linksGoTo(address: String) throws {
    #expect(try Node.link("x", to: address).attributes["href"] == address)
  }

  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)",
    "java\tscript:alert(1)",
    "\u{1}javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "blob:x", "vbscript:x", "//other.org/x",
    "/\\other.org", "\\\\other.org", "", "x y",
  ])
  func linksDoNotGoTo(address: String) {
    #expect(throws: NodeError.value(address, attribute: "href", tag: "a")) { try Node.link("x", to: address) }
  }

  @Test func imagesComeFromServersOrAreData() throws {
    for address in ["https://a.org/a.png", "/a.png", "a.png", "data:image/png;base64,AA==", "DATA:image/svg+xml,x"] {
      #expect(try Node.image(address, label: "").attributes["src"] == address)
    }
    for address in ["data:text/html,x", "data:application/pdf,x", "mailto:a@b.org", "javascript:1", "blob:x"] {
      #expect(throws: NodeError.value(address, attribute: "src", tag: "img")) { try Node.image(address, label: "") }
    }
  }

  @Test(arguments: [
    "url(https://a.org/x)", "URL(x)", "image-set('a.png' 1x)", "u\\72l(x)", "red; position: fixed", "red} a {color:red",
    "</style>", "u/**/rl(x)", "src('x')", "a\nb",
  ])
  func stylesLoadNothingAndAreOneValue(value: String) {
    #expect(throws: NodeError.propertyValue(value, property: "background")) {
      try Node.div().style("background", value)
    }
    #expect(throws: NodeError.propertyValue(value, property: "--x")) { try Node.div().style("--x", value) }
  }

  @Test func drawingsLoadNothing() {
    #expect(throws: NodeError.value("url(https://a.org/#x)", attribute: "fill", tag: "path")) {
      try Node("path", attributes: ["fill": "url(https://a.org/#x)"])
    }
  }

  @Test func stylesHavePropertiesOfTheListAndTheirFamilies() throws {
    let node = try Node.div().style("--p", "0.4").style("inset-block-start", "0").style(
      "background-image", "linear-gradient(red, blue)")
    #expect(
      node.style == ["--p": "0.4", "inset-block-start": "0", "background-image": "linear-gradient(red, blue)"])
  }

  @Test func aLinkToANewTabKeepsTheShellsWindowFromIt() throws {
    let link = try Node.link("Help", to: "https://a.org").attribute("target", "_blank")
    #expect(link.attributes["rel"] == "noopener noreferrer")
    #expect(throws: NodeError.value("_top", attribute: "target", tag: "a")) { try link.attribute("target", "_top") }
  }

  @Test func buttonsSendNoForm() throws {
    #expect(try Node("button").attributes["type"] == "button")
    #expect(throws: NodeError.attribute("type", tag: "button")) { try Node("button").attribute("type", "submit") }
    #expect(throws: NodeError.value("submit", attribute: "type", tag: "input")) {
      try Node("input").attribute("type", "submit")
    }
  }

  @Test func aViewReadsAsItLooks() throws {
    let tries = 3
    let node = Node.vstack(spacing: 10) {
      Node.icon(.cloudOff).foreground(.bad)
      Node.heading("This page could not be loaded")
      if tries > 2 { Node.paragraph("Tried \(tries) times.") }
      for name in ["a", "b"] { Node.code(name) }
      Node.hstack {
        Node.button("Retry") { _ in }.class("main", "main")
        Node.button(.back, label: "Go back") { _ in }.disabled()
      }
    }
    #expect(node.children.map(\.tag) == ["svg", "h2", "p", "code", "code", "div"])
    #expect(node.style == ["gap": "10px"])
    let buttons = try #require(node.children.last).children
    #expect(buttons[0].classes == ["button", "main"])
    #expect(buttons[0].events == [.click])
    #expect(buttons[1].attributes["aria-label"] == "Go back")
    #expect(buttons[1].attributes["disabled"] == "")
  }

  @Test func whatIsInsideMayThrow() {
    #expect(throws: NodeError.value("javascript:1", attribute: "href", tag: "a")) {
      try Node.vstack { try Node.link("x", to: "javascript:1") }
    }
  }

  @Test func textIsNeverMarkup() {
    #expect(Node.text("<b>&amp;</b>").text == "<b>&amp;</b>")
    #expect(Node.text("<b>").children.isEmpty)
  }

  @Test func numbersThatCannotBeGiveNoPatch() {
    #expect(Node.progress(.nan, label: "x").attributes["value"] == "0.0")
    #expect(Node.div().opacity(.nan).style["opacity"] == "0")
    #expect(Node.div().padding(.infinity).style["padding"] == "0px")
    #expect(Node.div().padding(-0.126).style["padding"] == "-0.13px")
    #expect(Node.div().padding(1.05).style["padding"] == "1.05px")
    #expect(Node.div().padding(12).style["padding"] == "12px")
  }
}
