import Foundation
import SnippetVisits
import Testing

@Suite(.timeLimit(.minutes(1))) struct VisitOptionsTests {
  private func decode(_ json: String) throws -> VisitOptions {
    try JSONDecoder().decode(VisitOptions.self, from: Data(json.utf8))
  }

  @Test("R38: the action is advance by default, and unknown members are dropped")
  func defaults() throws {
    #expect(try decode("{}") == VisitOptions(action: .advance))
    #expect(try decode(#"{"action":"replace","frame":"list","snapshotHTML":"<p>"}"#) == VisitOptions(action: .replace))
    #expect(throws: DecodingError.self) { try decode(#"{"action":"sideways"}"#) }
  }

  @Test("R38: a response has a status code; redirected is false by default")
  func responses() throws {
    let options = try decode(#"{"response":{"statusCode":200,"responseHTML":"<p>"}}"#)
    #expect(options.response == VisitResponse(statusCode: 200, redirected: false, responseHTML: "<p>"))
    #expect(try decode(#"{"response":{"statusCode":302,"redirected":true}}"#).response?.redirected == true)
    #expect(VisitResponse(statusCode: 299).isSuccessful)
    #expect(!VisitResponse(statusCode: 304).isSuccessful)
  }
}
