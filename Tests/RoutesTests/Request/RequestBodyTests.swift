import DSBridgeLocks
import HTTPTypes
import Testing

@testable import SnippetBridgeRoutes

@Suite(.timeLimit(.minutes(5))) struct RequestBodyTests {
  /// A source of two pieces, with a budget of `room` bytes.
  private final class Source: RequestBodySource {
    let room: Int
    let state = Mutex((left: 2, kept: [Int]()))

    init(room: Int) { self.room = room }

    func next() async throws -> [UInt8]? {
      state.withLock { state in
        guard state.left > 0 else { return nil }
        state.left -= 1
        return [1, 2, 3]
      }
    }

    func keep(_ size: Int) -> Bool {
      guard size <= room else { return false }
      state.withLock { $0.kept.append(size) }
      return true
    }
  }

  @Test func whatIsCollectedIsCountedUntilItIsHere() async throws {
    let source = Source(room: 6)
    #expect(try await RequestBody(source).collect(upTo: 6) == [1, 2, 3, 1, 2, 3])
    #expect(source.state.withLock { $0.kept } == [3, 6, 0])
  }

  @Test func withoutRoomItIs503() async throws {
    let source = Source(room: 5)
    let error = await #expect(throws: HTTPError.self) { try await RequestBody(source).collect(upTo: 6) }
    #expect(error?.status == .serviceUnavailable)
    #expect(source.state.withLock { $0.kept } == [3, 0])
  }
}
