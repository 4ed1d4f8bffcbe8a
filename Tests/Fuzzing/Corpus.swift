import Foundation

/// The initial inputs, one per file.
struct Corpus {
  let inputs: [[UInt8]]
  /// The tokens that mutations insert.
  let tokens: [[UInt8]]

  init(_ name: String, tokens: [String]) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus/\(name)")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    inputs = try files.sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
    guard !inputs.isEmpty else { throw Finding("\(folder.path) is empty") }
    self.tokens = tokens.map { Array($0.utf8) } + [[0], [0x7F], [0x80], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xFF]]
  }
}
