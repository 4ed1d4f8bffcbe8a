import Glibc

/// The resources of this process, as Linux reports them.
enum ProcessStatus {
  static var openDescriptors: Int { entries(of: "/proc/self/fd") }
  static var threads: Int { entries(of: "/proc/self/task") }

  /// The resident memory, in bytes.
  static var residentSize: Int { Int((line("VmRSS:") ?? "0").filter(\.isNumber)).map { $0 * 1024 } ?? 0 }

  private static func entries(of path: String) -> Int {
    guard let directory = opendir(path) else { return 0 }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
  }

  private static func line(_ name: String) -> String? {
    guard let file = fopen("/proc/self/status", "r") else { return nil }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 256)
    while fgets(&buffer, 256, file) != nil {
      let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix(name) { return text }
    }
    return nil
  }
}
