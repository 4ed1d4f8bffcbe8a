import Testing

@testable import SnippetBridge

/// Parsing of `Content-Disposition` according to RFC 6266, with the extensions that browsers support.
@Suite(.timeLimit(.minutes(5))) struct ContentDispositionTests {
  @Test(
    arguments: [
      ("attachment", true, nil),
      ("ATTACHMENT", true, nil),
      ("inline", false, nil),
      ("form-data", true, nil),
      ("", false, nil),
      ("attachment; filename=a.txt", true, "a.txt"),
      ("attachment;filename = a.txt ;x=1", true, "a.txt"),
      ("inline; FILENAME=\"a.txt\"", false, "a.txt"),
      ("attachment; filename=\"a b; c=d.txt\"", true, "a b; c=d.txt"),
      (#"attachment; filename="a \"b\" \\ c.txt""#, true, #"a "b" \ c.txt"#),
      ("attachment; filename=\"never closed", true, "never closed"),
      ("attachment; filename=a b.txt", true, "a b.txt"),
      ("attachment; filename=\"a.txt\"; filename=\"b.txt\"", true, "a.txt"),
      ("attachment; filename=\"\"", true, nil),
      ("attachment; filename", true, nil),
      ("filename=a.txt", false, "a.txt"),
      // The encoded parameter takes precedence, regardless of the order.
      ("attachment; filename=\"EURO rates\"; filename*=UTF-8''%e2%82%ac%20rates", true, "€ rates"),
      ("attachment; filename*=utf-8'en'%E2%82%AC.txt; filename=a.txt", true, "€.txt"),
      ("attachment; filename*=UTF-8''a'b.txt", true, "a'b.txt"),
      // If the encoded parameter is invalid, the plain one is used.
      ("attachment; filename=a.txt; filename*=UTF-8''%ff.txt", true, "a.txt"),
      ("attachment; filename=a.txt; filename*=UTF-8''%e2%8", true, "a.txt"),
      ("attachment; filename=a.txt; filename*=UTF-8''%+1.txt", true, "a.txt"),
      ("attachment; filename=a.txt; filename*=iso-8859-1''%A3.txt", true, "a.txt"),
      ("attachment; filename=a.txt; filename*=b.txt", true, "a.txt"),
      // Percent encoding is not valid in the plain parameter, although it is common.
      ("attachment; filename=\"a%20b.txt\"", true, "a%20b.txt"),
      ("attachment; filename=\"ä.txt\"", true, "ä.txt"),
      (";;; attachment ;", true, nil),
    ] as [(String, Bool, String?)])
  func whatAHeaderSays(header: String, isAttachment: Bool, filename: String?) {
    let disposition = ContentDisposition(header)
    #expect(disposition.isAttachment == isAttachment)
    #expect(disposition.filename == filename)
  }
}
