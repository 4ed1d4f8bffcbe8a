/// Why a server cannot start or goes on: one sentence for the person who started it.
public struct BridgeServerError: Error, Sendable, CustomStringConvertible {
  /// What happened, to which thing.
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  init(describing error: any Error) {
    description = (error as? BridgeServerError)?.description ?? "\(error)"
  }

  static func describing<T>(_ body: () throws -> T) throws(BridgeServerError) -> T {
    do { return try body() } catch { throw BridgeServerError(describing: error) }
  }
}
