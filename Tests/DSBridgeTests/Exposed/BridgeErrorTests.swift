import DSBridge
import Foundation
import Testing

struct BridgeErrorTests {
  private func members(_ json: JSON) throws -> NSDictionary {
    try #require(try JSONSerializer().decodeAny(from: json) as? [String: Any]) as NSDictionary
  }

  /// docs/protocol.md, section 5.
  @Test func itTravelsAsTheProtocolSays() throws {
    let error = BridgeError(expected: "Int", got: #""5""#)
    #expect(
      try members(error.json(method: "calc.addingOne", callback: "dscb0"))
        == [
          "message": #"expected Int, got "5""#, "kind": "argument", "method": "calc.addingOne",
          "callback": "dscb0",
          "expected": "Int", "got": #""5""#,
        ] as NSDictionary)
    #expect(
      try members(BridgeError(.thrown, "a\nb", method: "f").json()) == [
        "message": "a\nb", "kind": "thrown", "method": "f",
      ] as NSDictionary)
  }

  @Test func whatAPageThrowsIsRead() {
    let threw = BridgeError(ofPage: #"{"message":"broken","name":"TypeError","stack":"at f"}"#)
    #expect(threw.code == .pageThrew)
    #expect(threw.message == "TypeError: broken")
    #expect(threw.stack == "at f")
    #expect(threw.description == "pageThrew: TypeError: broken\nat f")
    #expect(
      BridgeError(ofPage: #"{"message":"There is no f.","code":"notFound"}"#)
        == BridgeError(.noSuchMethod, "There is no f."))
    #expect(BridgeError(ofPage: "5").code == .pageThrew)
  }

  private enum PrinterError: String, CodedError { case outOfPaper }
  private enum HTTPError: Int, CodedError { case notFound = 404 }
  private struct Detailed: CodedError { let code = ["shelf": 3] }
  private struct Unwritable: CodedError { let code = Double.nan }

  @Test func aCodeTravels() throws {
    #expect(BridgeError(wrapping: PrinterError.outOfPaper).json().description.contains(#""code":"outOfPaper""#))
    #expect(BridgeError(wrapping: HTTPError.notFound).json().description.contains(#""code":404"#))
    #expect(BridgeError(wrapping: Detailed()).json().description.contains(#""code":{"shelf":3}"#))
    let error = BridgeError(wrapping: Unwritable())
    #expect(error.code == .thrown)
    #expect(!error.json().description.contains(#""code""#))
  }

  private struct Localized: LocalizedError {
    var errorDescription: String? { "in plain words" }
  }

  @Test func otherErrorsKeepTheirWords() {
    #expect(BridgeError(wrapping: Failure()) == BridgeError(.thrown, "it failed"))
    #expect(BridgeError(wrapping: Localized()) == BridgeError(.thrown, "in plain words"))
    let error = BridgeError(.timeout, "late", method: "f")
    #expect(BridgeError(wrapping: error) == error)
    #expect(error.description == #"timeout in "f": late"#)
  }
}
