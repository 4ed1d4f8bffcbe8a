import DSBridge
import Foundation

/// The interface `inspector` of the inspector's page. Each page that shows the inspector has one, with a reader of its
/// own.
final class InspectorInterface: ExposedInterface, Sendable {
  private let registry: Registry
  private let timeline: InspectorTimeline
  private let tree: InspectedTree
  private let recording: InspectorRecording

  init(registry: Registry, log: WireLog, tree: InspectedTree) {
    self.registry = registry
    self.tree = tree
    timeline = InspectorTimeline(of: log)
    recording = InspectorRecording(of: log, logger: registry.configuration.logger)
  }

  /// A call that the inspector's page requests.
  private struct Attempt: Decodable {
    var tab: Int
    var name: String
    var input: JSON?
    var isPage: Bool
    /// The number with which the inspector's page stops the call.
    var attempt: Int
  }

  private struct Script: Decodable {
    var tab: Int
    var script: String
  }

  private struct TroubleQuestion: Decodable {
    enum Action: String, Decodable {
      case delay, slow, cut, drop, restart
    }

    var tab: Int
    var action: Action
    var value: Int?
  }

  nonisolated var exposedFunctions: [ExposedFunction] {
    [
      ExposedFunction("begin", asynchronous: { try $0.reply(await self.timeline.begin()) }),
      ExposedFunction("next", asynchronous: { try $0.reply(await self.timeline.next(for: $0.decode())) }),
      ExposedFunction("line", asynchronous: { try $0.reply(await self.timeline.line($0.decode())) }),
      ExposedFunction("webViews", asynchronous: { try $0.reply(await self.tree.nodes()) }),
      ExposedFunction("heap", asynchronous: { try $0.reply(await self.heap(of: $0.decode())) }),
      ExposedFunction("functions", asynchronous: { try $0.reply(await self.functions(of: $0.decode())) }),
      ExposedFunction("try") { arguments, responder in
        let attempt = try arguments.decode(Attempt.self)
        let kind = attempt.isPage ? "page" : "swift"
        try self.run(kind, attempt.name, attempt.input, attempt.attempt, in: attempt.tab, responder)
      },
      .bind("stop", labels: ["tab", "attempt"], .value(), .value(), .nothing()) { (tab: Int, attempt: Int) in
        try self.webView(tab).call("_bridge.stop", with: [attempt])
      },
      ExposedFunction("run") { arguments, responder in
        let script = try arguments.decode(Script.self)
        try self.run("script", script.script, nil, 0, in: script.tab, responder)
      },
      .bind("trouble", .value(), .nothing()) { try self.trouble($0) },
      ExposedFunction(
        "record", asynchronous: { try $0.reply(await self.recording.start(self.webViewOfTab($0.decode()))) }),
      ExposedFunction("recording", asynchronous: { try $0.reply(await self.recording.status()) }),
      ExposedFunction("stopRecording", asynchronous: { try $0.reply(await self.recording.stop()) }),
      .bind("discardRecording", .nothing(), later: { await self.recording.discard() }),
      ExposedFunction("recordingFile", asynchronous: { try $0.reply(await self.recording.content()) }),
      ExposedFunction("recordingTest", asynchronous: { try $0.reply(await self.recording.test()) }),
    ]
  }

  private func webView(_ tab: Int) throws -> WebView {
    guard let webView = registry.webViews.first(where: { $0.logNumber == tab }) else {
      throw BridgeError(.argument, "Web view \(tab) was closed.")
    }
    return webView
  }

  private func webViewOfTab(_ tab: Int) throws -> WebView {
    guard let webView = registry.webViewOfTab(showing: try webView(tab)) else {
      throw BridgeError(.argument, "Web view \(tab) is in an iframe. Record the web view of the page that contains it.")
    }
    return webView
  }

  /// Returns the size of the page's JavaScript heap in bytes, or `nil` if its browser does not report the size.
  private func heap(of tab: Int) async throws -> Int? {
    try await webView(tab).call("_bridge.heap", returning: Int?.self, within: .seconds(1))
  }

  /// Returns the functions that the page may call, and those that the page has registered.
  private func functions(of tab: Int) async throws -> [DescribedFunction] {
    let webView = try webView(tab)
    let ofPage =
      webView.isConnected
      ? try? await webView.call("_bridge.functions", returning: [String].self, within: .seconds(1)) : nil
    return await webView.describedFunctions
      + (ofPage ?? []).map { DescribedFunction(name: $0, type: "a function of the page", isPage: true) }
  }

  /// Makes the web view's page call a function or run a script (public/bridge/inspect.js), and passes the values to the
  /// responder.
  private func run(
    _ kind: String, _ name: String, _ input: JSON?, _ attempt: Int, in tab: Int, _ responder: Responder
  ) throws {
    let webView = try webView(tab)
    guard webView.isConnected else { throw BridgeError(.pageGone, "The page of web view \(tab) is not connected.") }
    let parameters: [Any] = [kind, name, input ?? "null" as JSON, attempt]
    webView.call("_bridge.try", with: parameters, thatReturns: [JSON].self) { result in
      switch result {
      case .success(let values):
        if let value = values.first { responder.send(value, last: false) } else { responder.end() }
      case .failure(let error): responder.fail(error)
      }
    }
  }

  private func trouble(_ question: TroubleQuestion) throws {
    let webView = try webView(question.tab)
    let trouble = webView.hosted.trouble
    let value = max(0, question.value ?? 0)
    switch question.action {
    case .delay: trouble?.setDelay(.milliseconds(min(value, 60_000)))
    case .slow: trouble?.setSpeed(value)
    case .cut: trouble?.cut()
    case .drop: trouble?.dropNext()
    case .restart: webView.close()
    }
  }
}
