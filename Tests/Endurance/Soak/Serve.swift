import ArgumentParser
import Foundation
import SnippetBridge

/// The server of a ``Soak``, in a separate process, so that its memory can be measured without that of the pages.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Serves the soak test until a signal arrives.")

  @OptionGroup var bridge: BridgeOptions

  func run() async throws {
    DescriptorLimit.raise()
    let server = try BridgeServer(configuration: bridge.configuration()) { webView in
      webView.addInterface(Working(webView: webView), by: nil)
    }
    try await server.runUntilSignal()
  }
}
