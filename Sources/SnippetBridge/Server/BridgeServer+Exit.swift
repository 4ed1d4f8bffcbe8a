import Foundation
import SnippetBridgePlatform

extension BridgeServer {
  /// Terminates the program with status 1 and prints one line to standard error, as ArgumentParser does: `Error: Port
  /// 8080 of localhost is in use by another program.`
  ///
  /// Use this function if the program has its own `main`, because an error thrown from `main` would print a backtrace.
  ///
  ///     do {
  ///       try await server.runUntilSignal()
  ///     } catch {
  ///       BridgeServer.exit(withError: error)
  ///     }
  public static func exit(withError error: any Error) -> Never {
    let text = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    let line = "Error: \(text.split(whereSeparator: \.isNewline).joined(separator: " "))\n"
    try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    SnippetBridgePlatform.exit(1)
  }
}
