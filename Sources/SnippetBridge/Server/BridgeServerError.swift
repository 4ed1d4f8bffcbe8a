/// The reason why a server cannot start or continue, as a sentence for the person who runs the server.
public struct BridgeServerError: Error, Sendable, CustomStringConvertible {
  /// A sentence that describes the error and what it concerns.
  public let description: String

  init(_ description: String) { self.description = description }

  init(describing error: any Error) { description = (error as? BridgeServerError)?.description ?? "\(error)" }

  static func describing<T>(_ body: () throws -> T) throws(BridgeServerError) -> T {
    do { return try body() } catch { throw BridgeServerError(describing: error) }
  }
}
