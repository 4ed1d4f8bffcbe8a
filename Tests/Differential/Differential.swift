import Glibc
import HTTPTypes
import SnippetBridgeWebServer

/// Prints the requests that this project's parser finds in each connection's bytes on standard input. README.md
/// defines the format.
@main
struct Differential {
  static func main() {
    var input: [UInt8] = []
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    var count = 0
    while true {
      let received = piece.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      guard received > 0 else { return }
      input += piece[..<received]
      var start = 0
      while let size = size(at: start, in: input), start + 4 + size <= input.count {
        start += 4
        // A size of 0 only marks the end of a batch.
        guard size > 0 else { continue }
        append(ConnectionReading.report(of: Array(input[start..<(start + size)]), number: count), to: &output)
        start += size
        count += 1
      }
      input.removeFirst(start)
      guard write(output) else { return }
      output.removeAll(keepingCapacity: true)
    }
  }

  private static func size(at start: Int, in bytes: [UInt8]) -> Int? {
    guard start + 4 <= bytes.count else { return nil }
    return (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << ($1 * 8) }
  }

  private static func append(_ report: [UInt8], to output: inout [UInt8]) {
    for place in 0..<4 { output.append(UInt8(truncatingIfNeeded: report.count >> (place * 8))) }
    output += report
  }

  private static func write(_ bytes: [UInt8]) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }
}
