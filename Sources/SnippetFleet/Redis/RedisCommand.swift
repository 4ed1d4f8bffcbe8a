import Glibc
import SnippetBridgeCHiredis

/// A command in the form in which Redis reads it, encoded by hiredis.
struct RedisCommand: Sendable {
  let bytes: [UInt8]

  init(_ arguments: [[UInt8]]) {
    let joined = Array(arguments.joined())
    let lengths = arguments.map(\.count)
    var target: UnsafeMutablePointer<CChar>?
    let length = joined.withUnsafeBytes { joined in
      // The pointer of an empty argument is not read, but must not be nil.
      let base = joined.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
      var offset = 0
      var pointers = lengths.map { length -> UnsafePointer<CChar>? in
        defer { offset += length }
        return base.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
      }
      return redisFormatCommandArgv(&target, CInt(lengths.count), &pointers, lengths)
    }
    defer { free(target) }
    bytes = Array(UnsafeRawBufferPointer(start: target, count: max(0, Int(length))))
  }

  init(_ arguments: String...) {
    self.init(arguments.map { Array($0.utf8) })
  }
}
