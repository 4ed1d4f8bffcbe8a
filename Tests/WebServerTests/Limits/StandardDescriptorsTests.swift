import Foundation
import Glibc
import Testing

@testable import SnippetBridgeWebServer

extension OwnProcessTests {
  @Suite struct StandardDescriptorsTests {
    /// Some service managers and scripts start programs with closed standard descriptors. Without protection, the next
    /// socket would have the number of one of them, and the program's output would be written to that socket.
    @Test(arguments: [[0, 1, 2], [2], [1], [0, 2]]) func thoseThatAreClosedAreOpened(closed: [Int32]) async {
      await #expect(processExitsWith: .success) { [closed] in
        let expected = (0...2).map { closed.contains($0) ? "/dev/null" : file(of: $0) }
        // In real use, these descriptors are already closed when the program starts. In this test, other threads are
        // already running, and one of them may open a file in between. In that case, the test tries again.
        let isDone = (1...100).contains { _ in
          for number in closed { close(number) }
          StandardDescriptors.ensureOpen()
          return (0...2).map { file(of: $0) } == expected
        }
        #expect(isDone)
      }
    }
  }
}

private func file(of descriptor: Int32) -> String? {
  try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
}
