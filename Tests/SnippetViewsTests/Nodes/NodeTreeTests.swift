import Foundation
import SnippetViews
import Testing

@Suite(.timeLimit(.minutes(5))) struct NodeTreeTests {
  private func list(_ keys: [String]) -> Node {
    Node.div { for key in keys { Node.text(key).key(key) } }
  }

  private func texts(_ snapshot: NodeSnapshot?) -> [String] { snapshot?.children?.compactMap(\.text) ?? [] }

  @Test func theFirstUpdateIsTheWholeTree() throws {
    var tree = NodeTree()
    #expect(tree.snapshot == nil)
    let patches = try tree.update(to: list(["a"]))
    #expect(patches == [.root(try #require(tree.snapshot))])
    #expect(try tree.update(to: list(["a"])).isEmpty)
  }

  @Test func onlyWhatChangedIsPatched() throws {
    var tree = NodeTree()
    func view(_ text: String, hidden: Bool, color: Color, names: [String]) throws -> Node {
      try Node("div", classes: names, children: [Node.text(text).hidden(hidden).foreground(color)])
    }
    _ = try tree.update(to: try view("a", hidden: true, color: .bad, names: ["x"]))
    #expect(try tree.update(to: try view("b", hidden: true, color: .bad, names: ["x"])) == [.text(id: 2, "b")])
    #expect(
      try tree.update(to: try view("b", hidden: false, color: .ink, names: ["x", "y"])) == [
        .class(id: 1, "x y"), .attribute(id: 2, name: "hidden", nil),
        .style(id: 2, property: "color", "var(--ink)"),
      ])
  }

  @Test func movesAreAsFewAsCanBe() throws {
    var tree = NodeTree()
    _ = try tree.update(to: list(["a", "b", "c", "d", "e"]))
    #expect(try tree.update(to: list(["b", "c", "d", "e", "a"])) == [.move(parent: 1, before: 0, id: 2)])
    #expect(try tree.update(to: list(["a", "b", "c", "d", "e"])) == [.move(parent: 1, before: 3, id: 2)])
  }

  @Test func idsAreKeptByKeyAndNeverUsedAgain() throws {
    var tree = NodeTree()
    _ = try tree.update(to: list(["a", "b"]))
    #expect(try tree.update(to: list(["b"])) == [.remove(id: 2)])
    _ = try tree.update(to: list(["a", "b"]))
    #expect(tree.snapshot?.children?.map(\.id) == [4, 3])
  }

  @Test func withoutAKeyThePlaceAmongTheSameTagDecides() throws {
    var tree = NodeTree()
    _ = try tree.update(
      to: .div {
        Node.text("a")
        Node.paragraph("p")
        Node.text("b")
      })
    let patches = try tree.update(
      to: .div {
        Node.paragraph("p")
        Node.text("a")
        Node.text("b")
      })
    #expect(patches.count == 1)
    #expect(tree.snapshot?.children?.map(\.id) == [3, 2, 4])
  }

  @Test func anotherTagIsAnotherElement() throws {
    var tree = NodeTree()
    _ = try tree.update(to: .div { Node.text("a").key("k") })
    _ = try tree.update(to: .div { Node.paragraph("a").key("k") })
    #expect(tree.snapshot?.children?.map(\.id) == [3])
    _ = try tree.update(to: .paragraph("root"))
    #expect(tree.snapshot?.id == 4)
  }

  @Test func textAndChildrenReplaceEachOther() throws {
    var tree = NodeTree()
    _ = try tree.update(to: try Node("div", text: "a"))
    var page = try #require(tree.snapshot)
    for node in [Node.div { Node.text("b") }, try Node("div", text: "c"), Node.div(), .div { Node.text("d") }] {
      let patches = try tree.update(to: node)
      page = page.applying(patches)
      #expect(page == tree.snapshot)
    }
  }

  /// Applying the patches to the old tree produces the new tree, for random pairs of trees.
  @Test func patchesLeadFromOneTreeToTheNext() throws {
    var random = Random(state: 7)
    var tree = NodeTree()
    _ = try tree.update(to: random.node(depth: 4))
    var page = try #require(tree.snapshot)
    for _ in 0..<300 {
      let patches = try tree.update(to: random.node(depth: 4))
      page = page.applying(patches)
      #expect(page == tree.snapshot)
    }
  }

  @Test func actionsAreFoundByIdAndEvent() async throws {
    var tree = NodeTree()
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    _ = try tree.update(to: .div { Node.button("x") { _ in continuation.yield("first") } })
    #expect(tree.action(for: NodeEvent(.click), at: 1) == nil)
    #expect(tree.action(for: NodeEvent(.keydown), at: 2) == nil)
    #expect(tree.action(for: NodeEvent(.click), at: 99) == nil)
    #expect(tree.action(for: NodeEvent(.click), at: -1) == nil)
    // A node with a new closure needs no patch. The tree uses the new closure.
    let patches = try tree.update(to: .div { Node.button("x") { _ in continuation.yield("second") } })
    #expect(patches.isEmpty)
    await tree.action(for: NodeEvent(.click), at: 2)?(NodeEvent(.click))
    continuation.finish()
    #expect(await stream.first { _ in true } == "second")
    _ = try tree.update(to: .div())
    #expect(tree.action(for: NodeEvent(.click), at: 2) == nil)
  }

  @Test func listeningToOtherEventsIsAPatch() throws {
    var tree = NodeTree()
    _ = try tree.update(to: .div())
    let patches = try tree.update(to: Node.div().on(.keydown) { _ in }.on(.click) { _ in })
    #expect(patches == [.events(id: 1, [.click, .keydown])])
  }

  @Test func limitsAreKeptAndNothingChanges() throws {
    var tree = NodeTree(limits: NodeLimits(depth: 3, count: 4, length: 5))
    _ = try tree.update(to: list(["a"]))
    let before = tree.snapshot
    #expect(throws: NodeError.depth(limit: 3)) { try tree.update(to: .div { Node.div { Node.div { Node.div() } } }) }
    #expect(throws: NodeError.count(limit: 4)) { try tree.update(to: list(["a", "b", "c", "d"])) }
    #expect(throws: NodeError.length(limit: 5)) { try tree.update(to: .text("längst")) }
    #expect(throws: NodeError.length(limit: 5)) { try tree.update(to: Node.div().label("123456")) }
    #expect(throws: NodeError.duplicateKey("a")) { try tree.update(to: list(["a", "a"])) }
    #expect(tree.snapshot == before)
  }

  @Test func whatTheUserTypesIsNotUndoneByALateEcho() throws {
    var tree = NodeTree()
    func field(_ value: String) -> Node { .input(label: "Name", value: value) { _ in } }
    _ = try tree.update(to: field(""))
    for text in ["a", "ab", "abc"] { #expect(tree.receive(NodeEvent(.input, value: .text(text)), at: 1) != nil) }
    #expect(try tree.update(to: field("a")).isEmpty)
    #expect(tree.snapshot?.attributes?["value"] == "abc")
    #expect(try tree.update(to: field("abc")).isEmpty)
    // A value that native code sets takes precedence over the user's text: here the program clears the field.
    #expect(try tree.update(to: field("")) == [.attribute(id: 1, name: "value", "")])
    #expect(tree.snapshot?.attributes?["value"] == "")
  }

  @Test func aBoxThatTheUserTickedNeedsNoPatch() throws {
    var tree = NodeTree()
    _ = try tree.update(to: .checkbox("x", isOn: false) { _ in })
    _ = tree.receive(NodeEvent(.change, value: .flag(true)), at: 2)
    #expect(tree.snapshot?.children?[0].attributes?["checked"] == "")
    #expect(try tree.update(to: .checkbox("x", isOn: true) { _ in }).isEmpty)
    #expect(
      try tree.update(to: .checkbox("x", isOn: false) { _ in }) == [.attribute(id: 2, name: "checked", nil)])
  }

  @Test func patchesAreArraysInJSON() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var tree = NodeTree()
    _ = try tree.update(to: Node.div { Node.button("x") { _ in } }.class("a"))
    let patches: [Patch] = [
      .text(id: 2, "\"</script>"), .attribute(id: 2, name: "hidden", nil), .move(parent: 1, before: 0, id: 2),
      .insert(parent: 1, before: 2, try #require(tree.snapshot)),
    ]
    let json = try encoder.encode(patches)
    #expect(
      String(decoding: json, as: UTF8.self) == #"""
        [["text",2,"\"<\/script>"],["attribute",2,"hidden",null],["move",1,0,2],["insert",1,2,{"children":\#
        [{"attributes":{"type":"button"},"class":"button","events":["click"],"id":2,"tag":"button","text":"x"}],\#
        "class":"a","id":1,"tag":"div"}]]
        """#)
    #expect(try JSONDecoder().decode([Patch].self, from: json) == patches)
  }

  @Test func eventsComeAsNullTextOrFlag() throws {
    let values = try JSONDecoder().decode([NodeEvent.Value].self, from: Data(#"[null, "Enter", true]"#.utf8))
    #expect(values == [.none, .text("Enter"), .flag(true)])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([NodeEvent.Value].self, from: Data("[{}]".utf8)) }
  }
}

/// A random number generator that produces the same numbers in every run.
private struct Random: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) | (state << 31)
  }

  mutating func node(depth: Int) -> Node {
    let tag = ["div", "section", "p"].randomElement(using: &self) ?? "div"
    if depth == 0 || Int.random(in: 0..<5, using: &self) == 0 {
      return (try? Node(tag, text: String(Int.random(in: 0..<3, using: &self)))) ?? .div()
    }
    let keys = Array(0..<6).shuffled(using: &self).prefix(Int.random(in: 0..<6, using: &self))
    var children: [Node] = []
    for key in keys {
      let child = node(depth: depth - 1)
      children.append(Bool.random(using: &self) ? child.key(String(key)) : child)
    }
    let classes = ["a", "b"].filter { _ in Bool.random(using: &self) }
    let node = (try? Node(tag, classes: classes, children: children)) ?? .div()
    return Bool.random(using: &self) ? node.label(String(depth)) : node.hidden()
  }
}
