import DSBridge
import HTTPTypes

extension Request {
  /// Decodes the body as a form if `Content-Type` says so, otherwise as JSON.
  ///
  /// A body that cannot be decoded results in a 400 response. A body larger than the context's
  /// ``RequestContext/maxUploadSize`` results in a 413 response.
  public func decode<T: Decodable>(as type: T.Type, context: some RequestContext) async throws -> T {
    let mediaType = headers[.contentType]?.lowercased() ?? ""
    let bytes = try await body.collect(upTo: context.maxUploadSize)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw HTTPError(.badRequest, message: "The body is not UTF-8.")
    }
    do {
      if mediaType.hasPrefix("application/x-www-form-urlencoded") {
        return try T(from: FormDecoder(values: Parameters(form: text).grouped))
      }
      return try JSONSerializer().decode(T.self, from: JSON(text))
    } catch let error as BridgeError {
      throw HTTPError(.badRequest, message: error.message)
    } catch let error as DecodingError {
      throw HTTPError(.badRequest, message: error.sentence)
    }
  }
}

extension DecodingError {
  fileprivate var sentence: String {
    switch self {
    case .keyNotFound(let key, _): "\(key.stringValue) is missing."
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.debugDescription
    @unknown default: "The body has an unexpected structure."
    }
  }
}
