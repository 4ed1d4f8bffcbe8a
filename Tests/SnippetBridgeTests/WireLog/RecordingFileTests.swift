import Foundation
import Testing

@testable import SnippetBridge

/// The file of a recording.
@Suite(.timeLimit(.minutes(5))) struct RecordingFileTests {
  private let path = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID()).jsonl").path

  @Test func onlyTheOwnerCanReadIt() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "{\"version\":1}\nold\n".write(toFile: path, atomically: false, encoding: .utf8)
    var file = try RecordingFile(path: path)
    try file.append(Array("new\n".utf8))
    file.close()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func aProgramThatStillWritesTheOldOneDoesNoHarm() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    var old = try RecordingFile(path: path)
    try old.append(RecordedLines.header)
    var new = try RecordingFile(path: path)
    try new.append(Array("new\n".utf8))
    try old.append(Array("old\n".utf8))
    old.close()
    new.close()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new\n")
  }

  @Test func anotherFileIsNotReplaced() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "import Foundation".write(toFile: path, atomically: false, encoding: .utf8)
    let error = #expect(throws: BridgeServerError.self) { try RecordingFile(path: path) }
    #expect(error?.description == "\(path) exists and is not a recording. Remove it, or pass another file to --record.")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "import Foundation")
  }

  @Test func aPathThatCannotBeWritten() throws {
    let error = #expect(throws: BridgeServerError.self) { try RecordingFile(path: "/nowhere/a.jsonl") }
    #expect(error?.description == "Cannot write the recording to /nowhere/a.jsonl: No such file or directory.")
  }

  @Test func aFullDisk() throws {
    var file = try RecordingFile(path: "/dev/full")
    defer { file.close() }
    #expect(throws: (any Error).self) { try file.append([1]) }
  }
}
