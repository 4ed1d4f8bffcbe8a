import Foundation

/// The memory and descriptors of a process, as Linux reports them.
struct ProcessStatus {
  /// The resident memory, in bytes.
  let residentSize: Int
  let descriptors: Int

  init(of process: Int32) throws {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    residentSize = (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
  }
}
