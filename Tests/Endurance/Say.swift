import Foundation

/// Writes a line to standard output without buffering, even if the output is a file or a pipe.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
