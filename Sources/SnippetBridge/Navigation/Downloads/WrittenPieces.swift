import WebServer

/// The body of a response that a task writes, for a reader that is no socket. The task begins with the first piece that
/// is asked for, and is cancelled when its reader goes.
struct WrittenPieces: AsyncSequence, Sendable {
  typealias Element = [UInt8]

  /// In bytes; nil when nobody knows.
  let length: Int?
  private let write: @Sendable (ResponseWriter) async throws -> Void

  /// The task has thrown: its error is in the log.
  struct Broken: Error {}

  /// Nil for every other body.
  init?(_ body: ServerResponse.Body) {
    guard case .writer(let length, let write) = body else { return nil }
    self.length = length.map { Int($0) }
    self.write = write
  }

  func makeAsyncIterator() -> Iterator { Iterator(length: length, write) }

  final class Iterator: AsyncIteratorProtocol {
    private let writer: ResponseWriter
    private var events: AsyncStream<Void>.Iterator

    fileprivate init(length: Int?, _ write: @escaping @Sendable (ResponseWriter) async throws -> Void) {
      let (events, teller) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      self.events = events.makeAsyncIterator()
      writer = ResponseWriter(length: length.map(Int64.init)) { teller.yield() }
      writer.start(write)
    }

    deinit { writer.cancel() }

    func next() async throws -> [UInt8]? {
      while true {
        switch writer.nextWork() {
        case .bytes(let bytes): if !bytes.isEmpty { return bytes }
        case .complete: return nil
        case .broken: throw Broken()
        case .nothing: guard await events.next() != nil else { throw CancellationError() }
        }
      }
    }
  }
}
