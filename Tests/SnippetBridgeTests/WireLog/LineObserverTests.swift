import DSBridge
import SnippetBridgeDevelopment
import Testing

@testable import SnippetBridge

/// The translation of messages to observed lines.
@Suite(.timeLimit(.minutes(5))) struct LineObserverTests {
  private static let document = DocumentID(String(repeating: "a", count: 32))

  private struct Log {
    var observer = LineObserver(masking: Masking())

    mutating func add(_ content: EventRing.Entry.Content, document: DocumentID? = LineObserverTests.document)
      -> [String]
    {
      let entry = EventRing.Entry(time: .seconds(1), webView: 1, document: document, content: content)
      return observer.lines(of: entry).map { "\($0.document) \($0.source) \($0.text)" }
    }

    mutating func page(_ text: String) -> [String] { add(.fromPage(Array(text.utf8))) }
    mutating func swift(_ text: String) -> [String] { add(.fromSwift(Array(text.utf8))) }

    init(isOpened: Bool = true) { if isOpened { _ = add(.note("opened", #"{"url":"http://a/"}"#)) } }
  }

  @Test(arguments: [
    "ack 3", "call 1 a.b {\"c\":1}", "ask 1 a%20b null", "cancel 1 2", "post 1 a dscb0 [1]", "return 1 4 done 5",
    "return 1 4 more", "throw 1 4 {\"message\":\"m\"}", "event 1 location \"/a\"",
  ])
  func eachLineOfAPage(line: String) throws {
    var log = Log()
    #expect(log.page(line) == ["1 page \(line)"])
    // The protocol's own parser accepts the line too.
    _ = try PageMessage(parsing: Array(line.utf8))
  }

  @Test(arguments: [
    ServerLine.welcome(confirmed: 1, intercept: .all), .acknowledgement(2), .bye("{}"), .message(3),
    .reply(number: 1, nil), .reply(number: 1, "{\"a\":[]}"), .next(number: 1, "2"), .fail(number: 1, "{}"),
    .callback(name: "dscb0", isLast: true, "1"), .callback(name: "dscb0", isLast: false, nil),
    .invoke(id: 4, method: "a b", "[1]"), .evaluate(id: 5, script: "\"1\""), .event(name: "seen", "true"),
  ])
  func eachLineOfSwift(line: ServerLine) {
    var log = Log()
    let text = String(decoding: ServerLine.message(of: [line]), as: UTF8.self)
    #expect(log.swift(text) == ["1 swift \(text)"])
  }

  /// The beginning of a call with a secret name may have been removed from the log.
  @Test func afterAGapTheValuesOfUnknownCallsAreMasked() {
    var log = Log()
    _ = log.page("ask 1 till.pin null\npost 2 till.pin dscb0 null\nask 3 a.b null")
    _ = log.swift("message 1\ninvoke 4 readPin null")
    for isNew in [false, true] {
      if isNew { log = Log(isOpened: false) } else { log.observer.reset() }
      let mask = "\"•••\""
      #expect(
        log.swift("message 2\nnext 1 12\nnext 3 12\ncallback dscb0 more 12").suffix(3).allSatisfy { $0.contains(mask) })
      #expect(log.page("return 4 4 done 12").allSatisfy { $0.contains(mask) })
      _ = log.page("ask 5 a.b null\npost 6 a.b dscb1 null")
      _ = log.swift("message 3\ninvoke 7 b null")
      let known = log.swift("message 4\nreply 5 12\ncallback dscb1 more 12").suffix(2)
      #expect(known.allSatisfy { $0.contains("12") })
      #expect(log.page("return 7 7 done 12").allSatisfy { $0.hasSuffix(" 12") })
      #expect(log.swift("message 5\nnext 1 12").last?.contains(mask) == true)
    }
  }

  @Test func unknownLinesAndHellosAreDropped() {
    var log = Log()
    #expect(log.page("hello {\"ticket\":\"secret\"}\nask 1 a null").map { $0 } == ["1 page ask 1 a null"])
    #expect(log.page("unknown 1").isEmpty)
    #expect(log.page("ask").isEmpty)
    #expect(log.swift("").isEmpty)
  }

  @Test func callsOfTheInspectorAreDropped() {
    var log = Log()
    #expect(log.swift("message 1\ninvoke 4 _bridge.try [\"swift\",\"till.pin\",1]").count == 1)
    #expect(log.page("return 1 4 more 1").isEmpty)
    #expect(log.page("return 2 4 done 2").isEmpty)
    #expect(log.swift("invoke 5 _bridge.functions []").isEmpty)
    #expect(log.page("throw 3 5 {}").isEmpty)
    #expect(log.page("return 4 6 done 2").count == 1)
  }

  @Test func failuresOfSecretPageFunctionsAreMasked() {
    var log = Log()
    _ = log.swift("invoke 4 askPassword []")
    #expect(log.page("throw 1 4 \"wrong 1234\"") == ["1 page throw 1 4 \"•••\""])
    _ = log.swift("invoke 5 ask []")
    #expect(log.page("throw 2 5 \"wrong 1234\"") == ["1 page throw 2 5 \"wrong 1234\""])
  }

  @Test func repeatedLinesAreDropped() {
    var log = Log()
    #expect(log.page("ask 1 a null\nask 2 a null").count == 2)
    #expect(log.page("ask 2 a null\nask 3 a null") == ["1 page ask 3 a null"])
    // The server refuses a line after a gap, and the page sends it again.
    #expect(log.page("ask 5 a null").isEmpty)
    #expect(log.page("ask 4 a null\nask 5 a null").count == 2)
    #expect(log.page("call 6 a null").count == 1)
    #expect(log.swift("reply 6 1").count == 1)
    #expect(log.swift("reply 6 1").isEmpty)
    #expect(log.swift("reply 5 1").count == 1)
  }

  @Test func afterAGapAnyNumberIsAccepted() {
    var log = Log()
    _ = log.page("ask 1 a null")
    log.observer.reset()
    #expect(log.page("ask 7 a null").count == 1)
    #expect(log.page("ask 7 a null").isEmpty)
  }

  @Test func aFunctionWithASecretName() {
    var log = Log()
    #expect(log.page("ask 1 setPassword \"x\"") == ["1 page ask 1 setPassword \"•••\""])
    #expect(log.swift("message 1\nnext 1 2") == ["1 swift message 1", "1 swift next 1 \"•••\""])
    #expect(log.swift("reply 1 3\nreply 1 4") == ["1 swift reply 1 \"•••\"", "1 swift reply 1 4"])
    #expect(log.page("post 2 getToken dscb0 null") == ["1 page post 2 getToken dscb0 null"])
    #expect(log.swift("callback dscb0 more 1") == ["1 swift callback dscb0 more \"•••\""])
    #expect(log.swift("fail 2 {}") == ["1 swift fail 2 \"•••\""])
    #expect(log.swift("callback dscb0 done 1") == ["1 swift callback dscb0 done 1"])
    #expect(log.swift("invoke 9 askPin [1]") == ["1 swift invoke 9 askPin \"•••\""])
    #expect(
      log.page("return 3 9 more 1\nreturn 4 9 done 1\nreturn 5 9 done 1") == [
        "1 page return 3 9 more \"•••\"", "1 page return 4 9 done \"•••\"", "1 page return 5 9 done 1",
      ])
  }

  @Test func eachDocumentHasANumber() {
    var log = Log()
    let other = DocumentID(String(repeating: "b", count: 32))
    #expect(log.add(.note("opened", "{}"), document: other) == ["2 note opened {}"])
    #expect(log.add(.note("connected", .init("null")), document: nil) == ["2 note connected"])
    #expect(log.add(.began(0), document: other).isEmpty)
    #expect(log.add(.began(4), document: other) == ["2 note began 4"])
    #expect(log.add(.note("closed", .init("null")), document: nil) == ["2 note closed"])
    #expect(log.add(.note("opened", "{}"), document: Self.document) == ["3 note opened {}"])
  }
}
