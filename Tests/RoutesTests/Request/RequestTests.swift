import DSBridge
import Foundation
import HTTPTypes
import Logging
import Testing

@testable import SnippetBridgeRoutes

@Suite(.timeLimit(.minutes(5))) struct RequestTests {
  private let context = BasicRequestContext(source: .init(logger: Logger(label: "test")))

  private struct Note: Decodable, Equatable {
    enum Colour: String, Decodable { case red, blue }
    var text: String
    var count: Int
    var isNew: Bool?
    var weight: Double?
    var tags: [String]?
    var colour: Colour?
  }

  private func request(_ body: String, type: String? = nil) -> Request {
    var headers = HTTPFields()
    headers[.contentType] = type
    return Request(method: .post, uri: "/", headers: headers, body: RequestBody(bytes: Array(body.utf8)))
  }

  private let form = "application/x-www-form-urlencoded; charset=utf-8"

  @Test func uris() {
    let uri: URI = "/a%20b/c?d=1&e=x+y%26&e=z&f"
    #expect(uri.path == "/a%20b/c")
    #expect(uri.query == "d=1&e=x+y%26&e=z&f")
    #expect(uri.queryParameters.get("d", as: Int.self) == 1)
    #expect(uri.queryParameters.getAll("e") == ["x y&", "z"])
    #expect(uri.queryParameters["f"] == "")
    #expect(uri.queryParameters["g"] == nil)
    #expect(URI("/a?").query == "")
    #expect(URI("/a").query == nil)
  }

  @Test func bodiesAreDecoded() async throws {
    let json = request(#"{"text":"a","count":2,"tags":["x"]}"#)
    #expect(try await json.decode(as: Note.self, context: context) == Note(text: "a", count: 2, tags: ["x"]))
    let text = request("text=a+%C3%A4%26&count=2&isNew=on&weight=1.5&tags=x&tags=y&colour=blue", type: form)
    #expect(
      try await text.decode(as: Note.self, context: context)
        == Note(text: "a ä&", count: 2, isNew: true, weight: 1.5, tags: ["x", "y"], colour: .blue))
  }

  @Test(arguments: [
    ("{", nil), (#"{"text":"a"}"#, nil), (#"{"text":1,"count":1}"#, nil), ("", nil), ("text=a", "form"),
    ("text=a&count=many", "form"), ("text=a&count=1&colour=green", "form"), ("text=a&count=1&isNew=perhaps", "form"),
  ])
  func whatIsNoValueIsABadRequest(body: String, type: String?) async throws {
    let request = request(body, type: type.map { _ in form })
    let error = await #expect(throws: HTTPError.self) { try await request.decode(as: Note.self, context: context) }
    #expect(error?.status == .badRequest)
  }

  private enum Tree: Decodable, Equatable {
    case leaf(String)
    case branch([Tree])

    init(from decoder: any Decoder) throws {
      if let branch = try? [Tree](from: decoder) {
        self = .branch(branch)
      } else {
        self = .leaf(try String(from: decoder))
      }
    }
  }

  @Test func aRecursiveTypeOfAFormEnds() async throws {
    struct Holder: Decodable { var tree: Tree }
    let holder = try await request("tree=a&tree=b", type: form).decode(as: Holder.self, context: context)
    #expect(holder.tree == .branch([.leaf("a"), .leaf("b")]))
    struct Open: Decodable { var rest: JSON? }
    let open = try await request("rest=a&rest=x", type: form).decode(as: Open.self, context: context)
    #expect(open.rest == #"["a","x"]"#)
  }

  @Test func formsHaveURLsAndDates() async throws {
    struct Visit: Decodable {
      var page: URL
      var date: Date?
    }
    let visit = try await request("page=http%3A%2F%2Fa%2Fb%3Fc&date=2026-11-28T01:00:00Z", type: form)
      .decode(as: Visit.self, context: context)
    #expect(visit.page == URL(string: "http://a/b?c") && visit.date == Date(timeIntervalSince1970: 1_795_827_600))
    await #expect(throws: HTTPError.self) {
      try await request("page=/&date=soon", type: form).decode(as: Visit.self, context: context)
    }
  }

  private static let marks = String(repeating: "\u{301}\u{316}", count: 200_000)
  private static let escaped = String(repeating: #"\u0301\u0316"#, count: 100_000)
  private static let percentEncoded = String(repeating: "%CC%81%CC%96", count: 100_000)

  /// Without protection against combining marks, Swift would take hours to compare a megabyte of them.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      (#"{"text":"\#(marks)","count":1}"#, nil), (#"{"text":"a","count":1,"\#(marks)":2}"#, nil),
      (#"{"text":"\#(escaped)","count":1}"#, nil), ("text=\(marks)&count=1", "form"),
      ("text=\(percentEncoded)&count=1", "form"),
    ])
  func textWithManyCombiningMarksIsComparedInLinearTime(body: String, type: String?) async throws {
    let request = request(body, type: type.map { _ in form })
    let note = try await request.decode(as: Note.self, context: context)
    #expect(note.text == "a" || note.text.unicodeScalars.contains("\u{34F}"))
    #expect(note != Note(text: note.text + "b", count: 1) && Set([note.text, note.text + "b"]).count == 2)
  }

  /// A linear search for each name would take minutes for 100,000 names.
  @Test(.timeLimit(.minutes(1))) func aFormMayHaveManyNames() async throws {
    let body = (0..<100_000).map { "n\($0)=\($0)" }.joined(separator: "&")
    let values = try await request(body, type: form).decode(as: [String: Int].self, context: context)
    #expect(values.count == 100_000 && values["n77777"] == 77_777)
  }

  @Test func namesAreComparedByBytes() {
    let form = Parameters(form: "%E2%84%AA=kelvin&K=letter")
    #expect(form["K"] == "letter")
    #expect(form.getAll("K") == ["letter"])
    #expect(form.grouped.count == 2)
  }

  @Test func bytesThatAreNoTextAreABadRequest() async throws {
    let request = Request(method: .post, uri: "/", body: RequestBody(bytes: [0x22, 0xFF, 0x22]))
    let error = await #expect(throws: HTTPError.self) { try await request.decode(as: String.self, context: context) }
    #expect(error?.status == .badRequest)
  }

  @Test func bodiesHaveALimit() async throws {
    let body = RequestBody(bytes: Array(repeating: 1, count: 100))
    #expect(try await body.collect(upTo: 100).count == 100)
    let error = await #expect(throws: HTTPError.self) { try await body.collect(upTo: 99) }
    #expect(error?.status == .contentTooLarge)
  }

  @Test func parametersThatAreMissingAreABadRequest() {
    var parameters = Parameters()
    parameters.append("id", "x")
    for wrong in [{ try parameters.require("id", as: Int.self) }, { try parameters.require("other", as: Int.self) }] {
      #expect(throws: HTTPError.self) { try wrong() }
    }
  }

  @Test(arguments: [
    (ServerSentEvent(data: "a"), "data: a\n\n"),
    (ServerSentEvent(data: "a\nb\r\nc\rd"), "data: a\ndata: b\ndata: c\ndata: d\n\n"),
    (ServerSentEvent(data: ""), "data: \n\n"),
    (
      ServerSentEvent(data: "a", event: "tick\nretry: 1", id: "7\r8", retry: .milliseconds(1500)),
      "event: tick retry: 1\nid: 7 8\nretry: 1500\ndata: a\n\n"
    ),
    (ServerSentEvent(data: "a", retry: .seconds(-1)), "retry: 0\ndata: a\n\n"),
  ])
  func eventsAreWritten(event: ServerSentEvent, text: String) {
    #expect(event.text == text)
  }

  @Test func valuesAreEvents() throws {
    #expect(try ServerSentEvent(encoding: ["a": 1]).data == #"{"a":1}"#)
  }
}
