import Foundation
import Testing

/// `ShopProgram`, running, on a port of its own.
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

  /// Has it end, and returns how: its exit status, or the signal.
  func end() -> Int32 {
    process.terminate()
    return status()
  }

  /// Waits until it has ended by itself.
  func status() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}
