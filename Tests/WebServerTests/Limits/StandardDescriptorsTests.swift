import Foundation
import Glibc
import Testing

@testable import WebServer

extension OwnProcessTests {
  @Suite struct StandardDescriptorsTests {
    /// Some service managers and scripts start programs so. The next socket would get what the program prints.
    @Test(arguments: [[0, 1, 2], [2], [1], [0, 2]]) func thoseThatAreClosedAreOpened(closed: [Int32]) async {
      await #expect(processExitsWith: .success) { [closed] in
        let kept = Set([0, 1, 2]).subtracting(closed).map { (number: $0, file: file(of: $0)) }
        for number in closed { close(number) }
        StandardDescriptors.ensureOpen()
        for number in closed { #expect(file(of: number) == "/dev/null") }
        for (number, before) in kept { #expect(file(of: number) == before) }
        let next = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        #expect(next > 2)
      }
    }
  }
}

private func file(of descriptor: Int32) -> String? {
  try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
}
