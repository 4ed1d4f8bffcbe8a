/// A program that was run to its end. The initializer blocks.
///
/// Does not use Foundation's `Process`: with a thousand open sockets, its `run()` ended the test process.
package struct Command {
  package let status: Int32
  /// The text of standard output and standard error.
  package let output: String

  package init(_ arguments: String...) throws { try self.init(arguments) }

  package init(_ arguments: [String]) throws {
    let program = try SpawnedProgram(arguments)
    defer { program.closeOutput() }
    var bytes: [UInt8] = []
    while let more = program.read() { bytes += more }
    status = program.wait()
    output = String(decoding: bytes, as: UTF8.self)
  }
}
