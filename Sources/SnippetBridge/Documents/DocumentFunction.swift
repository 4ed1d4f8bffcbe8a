/// Documents that a function makes.
public struct DocumentFunction: DocumentSource {
  private let make: @Sendable (String) async throws -> Document?

  /// As ``DocumentSource/document(at:)``.
  public init(_ make: @escaping @Sendable (_ path: String) async throws -> Document?) {
    self.make = make
  }

  /// What the function returns.
  public func document(at path: String) async throws -> Document? { try await make(path) }
}

extension DocumentSource where Self == DocumentFunction {
  /// Documents that a function makes: for each request, in a task of its own.
  public static func function(
    _ make: @escaping @Sendable (_ path: String) async throws -> Document?
  ) -> DocumentFunction { DocumentFunction(make) }
}
