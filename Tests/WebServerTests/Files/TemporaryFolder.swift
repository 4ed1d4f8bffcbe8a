import Foundation
import HTTPTypes
import TestSupport

@testable import SnippetBridgeWebServer

/// A folder for one test, removed with its content when this object is released.
final class TemporaryFolder {
  let path: String
  /// Creates a folder at `path`.
  init(at path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    self.path = path
  }

  init() throws {
    var template = Array((FileManager.default.temporaryDirectory.path + "/files.XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file, and creates its parent folders.
  func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: name)
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    let url = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
  }

  /// Returns the folder as a document root whose time is 2026-01-01 and whose tag is `<T>`.
  func root(tag: String = "<T>", now: Int64 = 1_767_225_600) throws -> DocumentRoot {
    try DocumentRoot(path: path, injecting: Array(tag.utf8), clock: { HTTPDate(seconds: now) })
  }
}

extension DocumentRoot {
  func get(_ path: String, _ headers: HTTPFields = [:], query: String? = nil) -> ServerResponse? {
    respond(to: ServerRequest(path: path, query: query, headers: headers))
  }
}

extension ServerResponse {
  /// Returns the whole body, read through a buffer of `step` bytes.
  func bytes(step: Int = 4096) throws -> [UInt8] {
    switch body {
    case .none, .writer: return []
    case .bytes(let bytes): return bytes
    case .stream(let stream):
      var result: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: step)
      while result.count < stream.length {
        let count = try buffer.withUnsafeMutableBytes { try stream.read(into: $0, at: Int64(result.count)) }
        result += buffer[..<count]
      }
      return result
    }
  }

  func text(step: Int = 4096) throws -> String {
    String(decoding: try bytes(step: step), as: UTF8.self)
  }
}
