/// A command in the form in which Redis reads it: an array of strings, each with its length in bytes.
struct RedisCommand: Sendable {
  private(set) var bytes: [UInt8]

  init(_ arguments: [[UInt8]]) {
    bytes = Array("*\(arguments.count)\r\n".utf8)
    bytes.reserveCapacity(arguments.reduce(16) { $0 + $1.count + 16 })
    for argument in arguments {
      bytes += "$\(argument.count)\r\n".utf8
      bytes += argument
      bytes += "\r\n".utf8
    }
  }

  init(_ arguments: String...) {
    self.init(arguments.map { Array($0.utf8) })
  }
}
