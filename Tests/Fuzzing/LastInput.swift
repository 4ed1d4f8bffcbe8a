import Foundation

/// A file with the input being tried, which survives a crash of the process.
final class LastInput {
  private let file: FileHandle

  init(path: String) throws {
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    guard FileManager.default.createFile(atPath: path, contents: nil) else {
      throw Finding("\(path) cannot be written")
    }
    file = try FileHandle(forWritingTo: url)
  }

  func note(_ input: [UInt8]) throws {
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: input)
  }
}
