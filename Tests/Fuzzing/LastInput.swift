import Foundation

/// A file that holds the input being tried: it survives the process.
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
