import Foundation
import Platform

extension BridgeServer {
  /// Ends the program with status 1 and one line on standard error, as a command of ArgumentParser does:
  /// `Error: Port 8080 of localhost is in use by another program.` For a `main` of your own; an error that `main`
  /// throws ends the program with a backtrace.
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
    Platform.exit(1)
  }
}
