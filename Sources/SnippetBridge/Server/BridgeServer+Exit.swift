import Foundation
import SnippetBridgePlatform

extension BridgeServer {
  /// Ends the program with status 1 and one line on standard error, like a command of ArgumentParser: `Error: Port
  /// 8080 of localhost is in use by another program.`
  ///
  /// Use this in your own `main`. An error that `main` throws would end the program with a backtrace.
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
