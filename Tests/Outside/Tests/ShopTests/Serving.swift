import Foundation
import Testing

/// A running `ShopProgram` on a free port.
struct Serving {
  let url: URL
  private let process = Process()

  init() throws {
    let output = Pipe()
    process.executableURL = Run.folder.appending(path: "ShopProgram")
    process.arguments = ["0"]
    (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
    url = try #require(URL(string: String(decoding: line.dropFirst("Open ".utf8.count), as: UTF8.self)))
  }

  /// Terminates the program, and returns its exit status, or the signal that ended it.
  func end() -> Int32 {
    process.terminate()
    return status()
  }

  /// Waits until the program has ended by itself, and returns its exit status.
  func status() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}
