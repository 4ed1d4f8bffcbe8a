import DSBridgeText
import Testing

@testable import DSBridge

@Suite(.timeLimit(.minutes(5))) struct PageMessageTests {
  @Test func everyVerbIsRead() throws {
    let text = """
      hello {"a":1}
      ack 0
      call 1 f null
      post 2 a.b.f dscb0 {"x":[1, 2]}
      return 3 7 more 5
      return 4 7 done
      throw 5 8 {"message":"no"}
      event 6 ready null
      ask 7 a%20b [1]
      cancel 8 7
      """
    let message = try PageMessage(parsing: Array(text.utf8))
    #expect(
      message.lines == [
        .hello(#"{"a":1}"#),
        .acknowledgement(0),
        .numbered(number: 1, .call(method: "f", "null")),
        .numbered(number: 2, .post(method: "a.b.f", callback: "dscb0", #"{"x":[1, 2]}"#)),
        .numbered(number: 3, .value(invocation: 7, isLast: false, "5")),
        .numbered(number: 4, .value(invocation: 7, isLast: true, nil)),
        .numbered(number: 5, .failure(invocation: 8, #"{"message":"no"}"#)),
        .numbered(number: 6, .event(name: "ready", "null")),
        .numbered(number: 7, .ask(method: "a b", "[1]")),
        .numbered(number: 8, .cancel(7)),
      ])
  }

  /// The error's description contains only the first bytes of the unknown verb. The limit counts bytes, because one
  /// character may have any number of combining marks.
  @Test func anUnknownVerbIsNotRepeatedWhole() {
    let error = #expect(throws: MalformedMessage.self) {
      try PageMessage(parsing: Array(("v" + String(repeating: "\u{301}", count: 1 << 20) + " 1").utf8))
    }
    #expect(error.map { $0.description.utf8.count < 100 } == true)
  }

  @Test(arguments: [
    ("call 1 a%20b null", "a b"), ("call 1 %25 null", "%"), ("call 1 a%0Ab null", "a\nb"), ("call 1  null", ""),
    ("call 1 größe null", "größe"),
  ])
  func methodNamesAreDecoded(line: String, name: String) throws {
    let message = try PageMessage(parsing: Array(line.utf8))
    #expect(message.lines == [.numbered(number: 1, .call(method: name, "null"))])
  }

  @Test(arguments: [
    "", "nonsense", "call", "call 1", "call 1 f", "call 1 f ", "call 0 f null", "call -1 f null", "call 01 f null",
    "call 1x f null", "call 99999999999999999999 f null", "call 9007199254740992 f null", "call 1 f%2 null",
    "call 1 f%GG null", "post 1 f alert(1)// null", "post 1 f a.b null", "post 1 f  null", "return 1 1 maybe 2",
    "return 1 0 done", "ask 1 f", "cancel 1", "cancel 1 0", "cancel 2 1 null", "ack", "ack x", "ack 1 2",
    "event 1 ready", "hello", "call 1 f null\n", "\ncall 1 f null", "ack 1\r", "ack +1", "ack 00", "CALL 1 f null",
    " call 1 f null", "\u{0}", "post 1 f \(String(repeating: "c", count: 129)) null",
  ])
  func nonsenseIsRefused(text: String) {
    #expect(throws: MalformedMessage.self) { try PageMessage(parsing: Array(text.utf8)) }
  }

  @Test func aCarriageReturnStaysInTheJSON() throws {
    let message = try PageMessage(parsing: Array("ask 1 f 5\r\nask 2 f 6".utf8))
    // A string literal as `JSON` would contain a space in place of the carriage return, so use bytes.
    let json = JSON(bytes: Array("5\r".utf8))
    #expect(
      message.lines == [.numbered(number: 1, .ask(method: "f", json)), .numbered(number: 2, .ask(method: "f", "6"))])
  }

  @Test(arguments: ["$_a9", "9a", String(repeating: "c", count: 128)])
  func callbacksMayHaveTheseNames(name: String) throws {
    let message = try PageMessage(parsing: Array("post 1 f \(name) null".utf8))
    #expect(message.lines == [.numbered(number: 1, .post(method: "f", callback: name, "null"))])
  }

  @Test func theLineIsNamed() {
    let error = #expect(throws: MalformedMessage.self) {
      try PageMessage(parsing: Array("ack 1\nfly 2 me".utf8))
    }
    #expect(error?.description == "line 2: unknown verb \"fly\"")
  }

  @Test func serverLinesAreWrittenAsDocumented() {
    let lines: [ServerLine] = [
      .message(3), .reply(number: 1, "6"), .fail(number: 2, "{}"), .callback(name: "dscb0", isLast: false, "1"),
      .callback(name: "dscb0", isLast: true, "2"), .callback(name: "dscb1", isLast: true, nil), .next(number: 3, "1"),
      .reply(number: 3, nil), .invoke(id: 1, method: "a b%", "[3,4]"),
      .evaluate(id: 2, script: "\"x\""), .event(name: "intercept", "true"), .acknowledgement(9),
    ]
    #expect(
      String(decoding: ServerLine.message(of: lines), as: UTF8.self) == """
        message 3
        reply 1 6
        fail 2 {}
        callback dscb0 more 1
        callback dscb0 done 2
        callback dscb1 done
        next 3 1
        reply 3
        invoke 1 a%20b%25 [3,4]
        eval 2 "x"
        event intercept true
        ack 9
        """)
    #expect(
      String(decoding: ServerLine.message(of: [.welcome(confirmed: 4, intercept: .all)]), as: UTF8.self)
        == #"welcome {"confirmed":4,"intercept":true}"#)
  }

  @Test(arguments: [(-1, true), (0, true), (1, false)]) func onlySoManyLinesAreTaken(over: Int, isTaken: Bool) throws {
    let most = 262_144
    let text = [UInt8](repeatElement("ack 1\n".utf8, count: most + over).joined().dropLast())
    if isTaken {
      #expect(try PageMessage(parsing: text).lines.count == most + over)
    } else {
      let error = #expect(throws: MalformedMessage.self) { try PageMessage(parsing: text) }
      #expect(error == MalformedMessage(line: most + 1, problem: "the message has more than 262144 lines"))
    }
  }
}
