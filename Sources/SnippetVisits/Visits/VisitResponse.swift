/// A response that the page has already received, for example to a form submission. The visit uses the response's HTML
/// instead of making a request.
public struct VisitResponse: Sendable, Hashable, Codable {
  /// The HTTP status code.
  public let statusCode: Int
  /// A Boolean value that indicates whether the response followed a redirect.
  public let redirected: Bool
  /// The HTML of the document; `nil` if the response had none.
  public let responseHTML: String?

  /// Creates a response.
  public init(statusCode: Int, redirected: Bool = false, responseHTML: String? = nil) {
    self.statusCode = statusCode
    self.redirected = redirected
    self.responseHTML = responseHTML
  }

  /// Decodes a response. A missing `redirected` means `false`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    statusCode = try container.decode(Int.self, forKey: .statusCode)
    redirected = try container.decodeIfPresent(Bool.self, forKey: .redirected) ?? false
    responseHTML = try container.decodeIfPresent(String.self, forKey: .responseHTML)
  }

  /// A Boolean value that indicates whether the status code is in 200...299.
  public var isSuccessful: Bool { (200...299).contains(statusCode) }
}
