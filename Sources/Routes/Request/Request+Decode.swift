import DSBridge
import HTTPTypes

extension Request {
  /// The body as a value: a form where `Content-Type` says so, else JSON. What is no `T` is answered 400, what is
  /// longer than the context's ``RequestContext/maxUploadSize`` 413. A text with more than 30 combining marks in a row
  /// is taken for none: Swift compares such texts in a time that grows with the square of their length.
  public func decode<T: Decodable>(as type: T.Type, context: some RequestContext) async throws -> T {
    let mediaType = headers[.contentType] ?? ""
    let bytes = try await body.collect(upTo: context.maxUploadSize)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw HTTPError(.badRequest, message: "The body is not UTF-8.")
    }
    do {
      if mediaType.isForm {
        let form = Parameters(form: text)
        guard form.isStreamSafe else { throw HTTPError.manyMarks }
        return try T(from: FormDecoder(form))
      }
      let json = JSON(text)
      guard json.isStreamSafe else { throw HTTPError.manyMarks }
      return try JSONSerializer().decode(T.self, from: json)
    } catch let error as BridgeError {
      throw HTTPError(.badRequest, message: error.message)
    } catch let error as DecodingError {
      throw HTTPError(.badRequest, message: error.sentence)
    }
  }
}

extension String {
  /// As the value of `Content-Type`, whose case says nothing.
  fileprivate var isForm: Bool {
    let form = "application/x-www-form-urlencoded".utf8
    return utf8.prefix(form.count).elementsEqual(form) { $0 | 0x20 == $1 | 0x20 }
  }
}

extension HTTPError {
  /// Swift takes long to compare such texts, which many types do when they are decoded.
  fileprivate static var manyMarks: HTTPError {
    HTTPError(.badRequest, message: "A text has more than 30 combining marks in a row.")
  }
}

extension DecodingError {
  fileprivate var sentence: String {
    switch self {
    case .keyNotFound(let key, _): "\(key.stringValue) is missing."
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.debugDescription
    @unknown default: "The body is not what was expected."
    }
  }
}
