import Foundation
import SnippetBridgeWebClient
import SnippetCatalog

/// A simulation of Turbo, Hotwire's JavaScript library, and its adapter. It runs without a browser, in a page that the
/// iframe of a session of visits shows.
///
///     let turbo = try await TestTurbo.begin(in: await shell.topPage())
///     await turbo.propose("/books/7")
///
/// By default, each visit that Swift starts succeeds immediately, unless ``fail(_:with:)`` was called for its path.
/// With `isFetching: true`, visits and form submissions send real requests, whose responses determine success or
/// failure.
public actor TestTurbo {
  /// The page in the session's iframe.
  public let page: TestPage
  /// The visits that Swift has started, each as an action and a path, such as `advance /books/7`.
  public private(set) var visits: [String] = []
  private var failures: [String: Int] = [:]
  private var titles: [String: String] = [:]
  private let isFetching: Bool
  private var lastVisit = 0
  private var lastProposal = 0

  private init(_ page: TestPage, isFetching: Bool) { (self.page, self.isFetching) = (page, isFetching) }

  /// Starts a simulation in a page whose document has just loaded. Reports that Turbo is ready and that the page is
  /// shown.
  /// - Parameters:
  ///   - titles: The page titles by path. Pages without an entry have their path as the title.
  ///   - isFetching: Whether visits and form submissions send real requests. The titles then come from the responses.
  public static func begin(
    in page: TestPage, titles: [String: String] = [:], isFetching: Bool = false
  ) async -> TestTurbo {
    let turbo = TestTurbo(page, isFetching: isFetching)
    await turbo.begin(titles)
    return turbo
  }

  private func begin(_ titles: [String: String]) async {
    self.titles = titles
    let (commands, sink) = AsyncStream<String>.makeStream()
    await page.listen(to: "visit") { sink.yield($0) }
    // This task retains the simulation until the page is released, just as a document keeps its scripts running.
    Task {
      for await command in commands { await self.receive(command) }
    }
    await tell("turboIsReady", ["isReady": .bool(true)])
    let url = await page.url
    var state = state(of: url)
    if isFetching, let text = try? await page.fetch("GET", url).text {
      state["title"] = text.firstMatch(of: /<title>(.*?)<\/title>/).map { .string(String($0.1)) }
    }
    await tell("pageLoaded", ["restorationIdentifier": .string("start")].merging(state) { $1 })
  }

  /// Makes all visits to a path fail, with an HTTP status or with one of Turbo's codes, which are 0 or negative.
  public func fail(_ path: String, with status: Int) { failures[path] = status }

  /// Makes visits to a path succeed again.
  public func recover(_ path: String) { failures[path] = nil }

  /// Proposes a visit, as Turbo does for a link or for the response to a form submission.
  /// - Parameters:
  ///   - path: The path or URL to visit.
  ///   - action: The visit action: `advance`, `replace` or `restore`.
  ///   - html: The document's HTML if it has already been received; otherwise `nil`.
  ///   - isRedirect: Whether the document was received after a redirect.
  public func propose(_ path: String, action: String = "advance", html: String? = nil, isRedirect: Bool = false) async {
    lastProposal += 1
    var options: [String: Props] = ["action": .string(action)]
    if html != nil || isRedirect {
      options["response"] = .dictionary(["statusCode": .int(200), "redirected": .bool(isRedirect)])
    }
    if let html { await tell("visitProposedHTML", ["proposal": .int(lastProposal), "html": .string(html)]) }
    let location = URL(string: path, relativeTo: await page.url)?.absoluteString ?? path
    await tell(
      "visitProposed",
      ["location": .string(location), "proposal": .int(lastProposal), "options": .dictionary(options)])
  }

  /// Reports that a form submission has started and finished. If the simulation was started with `isFetching`, submits
  /// the form. After a redirect, the simulation then proposes a visit to the redirect's target with the received
  /// document, as Turbo does.
  /// - Parameter fields: The content of the form, such as `name=Ada`.
  /// - Returns: The status of the final response, or 200 if the simulation sends no requests.
  @discardableResult
  public func submit(_ path: String, _ fields: String = "") async throws -> Int {
    guard let url = URL(string: path, relativeTo: await page.url)?.absoluteURL else { return 400 }
    await tell("formSubmissionStarted", ["location": .string(url.absoluteString)])
    var (target, document): (URL, HTTPReply?) = (url, nil)
    if isFetching { (target, document) = try await followed(page.fetch("POST", url, body: fields), from: url) }
    await tell("formSubmissionFinished", ["location": .string(url.absoluteString)])
    if target != url { await propose(target.absoluteString, html: document?.text, isRedirect: true) }
    return document?.status ?? 200
  }

  /// Follows the redirects of a response. Returns the final URL and response.
  private func followed(_ reply: HTTPReply, from url: URL) async throws -> (URL, HTTPReply) {
    var (url, reply) = (url, reply)
    for _ in 0..<20 {
      guard (300...399).contains(reply.status), let location = reply["Location"],
        let next = URL(string: location, relativeTo: url)?.absoluteURL
      else { break }
      (url, reply) = (next, try await page.fetch("GET", next))
    }
    return (url, reply)
  }

  /// Sends a message as the Turbo adapter, in JSON.
  public func tell(json: String) async { await page.tell("visit", json) }

  /// Sends a message as a bridge component, in JSON.
  public func tellComponent(json: String) async { await page.tell("component", json) }

  // MARK: Visits

  private func receive(_ json: String) async {
    guard let command = (try? PageJSON.value(Props.self, of: json))?.array, command.count == 2,
      command[0] == "visitLocationWithOptionsAndRestorationIdentifier",
      let location = command[1]["location"]?.string, let url = URL(string: location),
      let number = command[1]["number"]?.int, let action = command[1]["options"]?["action"]?.string
    else { return }
    lastVisit += 1
    let identifier = Props.string("visit-\(lastVisit)")
    let path = url.requestTarget
    visits.append("\(action) \(path)")
    let isRestored = action == "restore"
    await tell(
      "visitStarted",
      [
        "identifier": identifier, "visit": .int(number), "hasCachedSnapshot": .bool(isRestored),
        "isPageRefresh": .bool(false),
      ])
    if !isRestored { await tell("visitRequestStarted", ["identifier": identifier]) }
    var failure = failures[path]
    var (shown, title): (URL, String?) = (url, nil)
    if isFetching, !isRestored {
      do {
        let (target, reply) = try await followed(page.fetch("GET", url), from: url)
        if !(200...299).contains(reply.status) { failure = reply.status }
        title = reply.text.firstMatch(of: /<title>(.*?)<\/title>/).map { String($0.1) }
        shown = target
      } catch { failure = 0 }
    }
    if let status = failure {
      await tell(
        status > 0 ? "visitRequestFailed" : "visitRequestFailedWithNonHttpStatusCode",
        ["identifier": identifier, "location": .string(location), "statusCode": .int(status)])
      return await tell("visitRequestFinished", ["identifier": identifier])
    }
    if !isRestored { await tell("visitRequestFinished", ["identifier": identifier]) }
    await page.replaceState(url)
    var state = state(of: url).merging(["identifier": identifier]) { $1 }
    if let title { state["title"] = .string(title) }
    await tell("visitCompleted", state.merging(["restorationIdentifier": .string("at-\(lastVisit)")]) { $1 })
    await tell("visitRendered", state)
    if shown != url { await propose(shown.absoluteString, action: "replace", html: "", isRedirect: true) }
  }

  private func state(of url: URL) -> [String: Props] {
    let path = url.path(percentEncoded: true)
    return ["location": .string(url.absoluteString), "title": .string(titles[path] ?? path)]
  }

  private func tell(_ name: String, _ data: [String: Props]) async {
    await page.tell("visit", Props.array([.string(name), .dictionary(data)]).json)
  }
}
