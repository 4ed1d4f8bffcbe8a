/// The options of a visit that a page or the program proposes.
public struct VisitOptions: Sendable, Hashable, Codable {
  /// The way in which the visit changes the stack.
  public let action: VisitAction
  /// A response that the page has already received; `nil` if the visit makes a request.
  public let response: VisitResponse?

  /// Creates options.
  public init(action: VisitAction = .advance, response: VisitResponse? = nil) {
    self.action = action
    self.response = response
  }

  /// Decodes options. A missing action means ``VisitAction/advance``. Unknown members are ignored.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    action = try container.decodeIfPresent(VisitAction.self, forKey: .action) ?? .advance
    response = try container.decodeIfPresent(VisitResponse.self, forKey: .response)
  }
}
