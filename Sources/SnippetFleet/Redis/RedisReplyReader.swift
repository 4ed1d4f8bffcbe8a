import DSBridgeText
import SnippetBridgeCHiredis

/// A parser of the replies that a connection receives. hiredis parses the bytes and calls the functions below, which
/// create the replies as objects of Swift. So the sizes of arrays and strings are checked before memory is allocated.
final class RedisReplyReader {
  /// A reply that hiredis assembles. An element is retained by its array, and the outermost reply by hiredis.
  private final class Part {
    var reply: RedisReply
    var elements: [Part] = []

    init(_ reply: RedisReply) { self.reply = reply }

    /// The complete reply. hiredis limits the depth of arrays to 7.
    var whole: RedisReply {
      if case .array = reply { .array(elements.map(\.whole)) } else { reply }
    }
  }

  /// The maximum number of elements of an array.
  private static let mostElements = 100_000

  private let reader: UnsafeMutablePointer<redisReader>
  private let functions: UnsafeMutablePointer<redisReplyObjectFunctions>
  /// The maximum size of an incomplete reply, in bytes.
  private let limit: Int
  /// The size of the incomplete reply, in bytes, including the elements that hiredis has parsed already.
  private var size = 0

  /// Creates a parser. Returns nil if there is no memory.
  init?(limit: Int) {
    self.limit = limit
    functions = .allocate(capacity: 1)
    functions.initialize(
      to: redisReplyObjectFunctions(
        createString: { task, text, length in
          let bytes = Array(UnsafeRawBufferPointer(start: text, count: length))
          let reply: RedisReply =
            switch task?.pointee.type {
            case REDIS_REPLY_STATUS: .status(String(peer: bytes))
            case REDIS_REPLY_ERROR: .error(String(peer: bytes))
            default: .bytes(bytes)
            }
          return RedisReplyReader.add(reply, task)
        },
        createArray: { task, count in
          count <= RedisReplyReader.mostElements ? RedisReplyReader.add(.array([]), task) : nil
        },
        createInteger: { RedisReplyReader.add(.integer(Int($1)), $0) },
        createNil: { RedisReplyReader.add(.null, $0) },
        freeObject: { part in
          if let part { Unmanaged<Part>.fromOpaque(part).release() }
        }))
    guard let reader = redisReaderCreateWithFunctions(functions) else {
      functions.deallocate()
      return nil
    }
    self.reader = reader
  }

  deinit {
    redisReaderFree(reader)
    functions.deallocate()
  }

  /// Creates a part and adds it to the array that it belongs to.
  private static func add(_ reply: RedisReply, _ task: UnsafePointer<redisReadTask>?) -> UnsafeMutableRawPointer? {
    let part = Part(reply)
    guard let array = task?.pointee.parent?.pointee.obj else { return Unmanaged.passRetained(part).toOpaque() }
    Unmanaged<Part>.fromOpaque(array).takeUnretainedValue().elements.append(part)
    return Unmanaged.passUnretained(part).toOpaque()
  }

  func feed(_ bytes: [UInt8]) throws(RedisError) {
    size += bytes.count
    guard size <= limit else {
      throw .violation("Redis sent a reply that is larger than \(limit) bytes.")
    }
    let code = bytes.withUnsafeBytes {
      redisReaderFeed(reader, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
    }
    guard code == REDIS_OK else { throw failure }
  }

  /// Returns the next complete reply, or nil if more bytes are needed.
  func next() throws(RedisError) -> RedisReply? {
    var part: UnsafeMutableRawPointer?
    guard redisReaderGetReply(reader, &part) == REDIS_OK else { throw failure }
    guard let part else { return nil }
    size = reader.pointee.len - reader.pointee.pos
    return Unmanaged<Part>.fromOpaque(part).takeRetainedValue().whole
  }

  private var failure: RedisError {
    let text = withUnsafeBytes(of: reader.pointee.errstr) { Array($0.prefix { $0 != 0 }) }
    return .violation("Redis sent bytes that violate its protocol: \(String(peer: text)).")
  }
}
