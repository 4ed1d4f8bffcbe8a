import ArgumentParser
import Foundation

/// A ``Serve`` command in a process of its own.
final class ServerProcess {
  let url: URL
  private let process: Process

  /// Starts the process, and returns when the server accepts connections.
  init(root: String) throws {
    process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["serve", "--port", "0", "--root", root, "--log-level", "error"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var text = ""
    while !text.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    guard text.hasPrefix("Open "), let url = URL(string: text.dropFirst(5).trimmingCharacters(in: .newlines)) else {
      throw ValidationError("The server did not print an address, but: \(text)")
    }
    self.url = url
  }

  /// Returns the current memory and descriptors of the process.
  func status() throws -> ProcessStatus {
    try ProcessStatus(of: process.processIdentifier)
  }

  /// Stops the process and returns its exit status, which is 0 after a normal end.
  func stop() -> Int32 {
    process.terminate()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
