import DSBridge
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct BridgeErrorTests {
  private func members(_ json: JSON) throws -> NSDictionary {
    try #require(try JSONSerializer().decodeAny(from: json) as? [String: Any]) as NSDictionary
  }

  /// Errors are encoded as docs/guides/protocol.md, section 5, defines.
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

  private enum Reading: Error {
    case failed(URL), wrapped(any Error), named(path: String), tooLong(Int)
  }

  private struct SaysItself: Error, CustomStringConvertible {
    let description = "no file /etc/printer"
  }

  /// For a Foundation error, the page receives only the description. Details such as paths appear only in the log.
  @Test func aPageReadsASentenceAndNoPath() throws {
    let path = "/nowhere/secret"
    let missing = try #require(throws: (any Error).self) { try Data(contentsOf: URL(filePath: path)) }
    #expect("\(missing)".contains(path))
    #expect(BridgeError(wrapping: missing).message == "The file doesn’t exist.")
    let handle = try #require(throws: (any Error).self) { try FileHandle(forReadingFrom: URL(filePath: path)) }
    #expect(BridgeError(wrapping: handle).message == "The file doesn’t exist.")
    #expect(BridgeError(wrapping: POSIXError(.EACCES)).message == "Permission denied")
    let own = NSError(domain: "Printer", code: 3, userInfo: [NSFilePathErrorKey: path])
    #expect(BridgeError(wrapping: own).message == "The operation could not be completed. (Printer error 3.)")
  }

  @Test func ofMembersThatTellAPathTheNameIsLeft() {
    #expect(BridgeError(wrapping: Reading.failed(URL(filePath: "/nowhere/secret"))).message == "failed")
    #expect(BridgeError(wrapping: Reading.wrapped(CocoaError(.fileNoSuchFile))).message == "wrapped")
    #expect(BridgeError(wrapping: Reading.named(path: "/nowhere/secret")).message == "named")
    #expect(BridgeError(wrapping: Reading.tooLong(7)).message == "tooLong(7)")
    #expect(BridgeError(wrapping: SaysItself()).message == "no file /etc/printer", "its own words are meant")
  }

  @Test func ofAnErrorThatIsTooLongOnlyTheSizeIsRead() {
    func thrown(_ size: Int) -> JSON {
      let text = #"{"code":"notFound","message":""}"#
      return JSON(text.dropLast(2) + String(repeating: "a", count: size - text.utf8.count) + "\"}")
    }
    #expect(BridgeError(ofPage: thrown(64 << 10)).code == .noSuchMethod)
    let error = BridgeError(ofPage: thrown(64 << 10 + 1))
    #expect(error == BridgeError(.pageThrew, "The page threw an error of 65537 bytes. The limit is 65536 bytes."))
  }
}
