import DSBridge
import Logging
import SnippetFleet

/// The fleet that a command uses, and the words that follow it on the command line.
struct FleetChoice: Equatable {
  static let addressVariable = "SNIPPETBRIDGE_REDIS"
  static let nameVariable = "SNIPPETBRIDGE_FLEET"

  var address: String
  var name: String
  /// The words after the address and the name.
  var rest: [String]

  /// Finds the fleet in the command's words, which begin with an address and a name, or in the environment.
  init(_ words: [String], environment: [String: String]) throws(FleetCommandError) {
    if let address = words.first, address.contains("://") {
      guard words.count > 1 else {
        throw FleetCommandError(
          "The name of the fleet is missing. Write it after the address: \(Self.shown(address)) lakeside")
      }
      (self.address, name, rest) = (address, words[1], Array(words.dropFirst(2)))
    } else if let address = environment[Self.addressVariable], let name = environment[Self.nameVariable] {
      (self.address, self.name, rest) = (address, name, words)
    } else {
      throw FleetCommandError(
        """
        The fleet is unknown. Begin with the address of Redis and the fleet's name, such as \
        redis://127.0.0.1:6379 lakeside, or set \(Self.addressVariable) and \(Self.nameVariable).
        """)
    }
  }

  /// An address without the password.
  static func shown(_ address: String) -> String { address.replacing(/\/\/[^@\/]*@/, with: "//…@") }

  /// Takes part in the fleet while `body` runs.
  func run(_ body: (Fleet) async throws -> Void) async throws {
    var logger = Logger(label: "snippet-bridge fleet")
    logger.logLevel = .critical
    do {
      let fleet = try Fleet(address, name: name, logger: logger)
      try await fleet.run { try await body(fleet) }
    } catch let error as FleetError where error.code == .unreachable {
      throw FleetCommandError("\(error). Start Redis, or correct the address.")
    } catch let error as BridgeError {
      throw FleetCommandError(error.message)
    }
  }
}
