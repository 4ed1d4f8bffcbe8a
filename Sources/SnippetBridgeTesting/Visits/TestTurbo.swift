import Foundation
import SnippetCatalog

/// A simulation of Turbo and its adapter in the page of a session, without a browser.
///
///     let turbo = try await TestTurbo.begin(in: await shell.topPage())
///     await turbo.propose("/books/7")
///
/// Each visit that Swift starts succeeds at once, unless ``fail(_:with:)`` was called for its path.
public actor TestTurbo {
  /// The page in the session's iframe.
  public let page: TestPage
  /// The visits that Swift has started, such as `advance /books/7`.
  public private(set) var visits: [String] = []
  private var failures: [String: Int] = [:]
  private var titles: [String: String] = [:]
  private var lastVisit = 0
  private var lastProposal = 0

  private init(_ page: TestPage) { self.page = page }

  /// Begins in a page whose document has just loaded: reports that Turbo is ready and that the page was shown.
  /// - Parameter titles: the titles of pages, by their paths. Other pages have their path as a title.
  public static func begin(in page: TestPage, titles: [String: String] = [:]) async -> TestTurbo {
    let turbo = TestTurbo(page)
    await turbo.begin(titles)
    return turbo
  }

  private func begin(_ titles: [String: String]) async {
    self.titles = titles
    let (commands, sink) = AsyncStream<String>.makeStream()
    await page.listen(to: "visit") { sink.yield($0) }
    Task { [weak self] in
      for await command in commands { await self?.receive(command) }
    }
    await tell("turboIsReady", ["isReady": .bool(true)])
    let url = await page.url
    await tell("pageLoaded", ["restorationIdentifier": .string("start")].merging(state(of: url)) { $1 })
  }

  /// Makes all visits of a path fail, with an HTTP status or with one of Turbo's codes, which are 0 or negative.
  public func fail(_ path: String, with status: Int) { failures[path] = status }

  /// Makes visits of a path succeed again.
  public func recover(_ path: String) { failures[path] = nil }

  /// Proposes a visit, as a link or the response to a form does.
  /// - Parameters:
  ///   - path: the path, or a URL.
  ///   - action: the action: `advance`, `replace` or `restore`.
  ///   - html: the document, if it has already arrived; `nil` for none.
  ///   - isRedirect: whether the document followed a redirect.
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

  /// Reports that a form is sent and that its response has arrived.
  public func submit(_ path: String) async {
    let location = Props.string(URL(string: path, relativeTo: await page.url)?.absoluteString ?? path)
    await tell("formSubmissionStarted", ["location": location])
    await tell("formSubmissionFinished", ["location": location])
  }

  /// Sends any message of the adapter, as JSON.
  public func tell(json: String) async { await page.tell("visit", json) }

  /// Sends a message of a bridge component, as JSON.
  public func tellComponent(json: String) async { await page.tell("component", json) }

  // MARK: Visits

  private struct Command: Decodable {
    struct Visit: Decodable {
      struct Options: Decodable { var action: String }
      var number: Int
      var location: String
      var options: Options
    }

    var visit: Visit?

    init(from decoder: any Decoder) throws {
      var array = try decoder.unkeyedContainer()
      guard try array.decode(String.self) == "visitLocationWithOptionsAndRestorationIdentifier" else { return }
      visit = try array.decode(Visit.self)
    }
  }

  private func receive(_ json: String) async {
    guard let visit = (try? PageJSON.value(Command.self, of: json))?.visit, let url = URL(string: visit.location) else {
      return
    }
    lastVisit += 1
    let identifier = Props.string("visit-\(lastVisit)")
    let path = url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?\($0)" } ?? "")
    visits.append("\(visit.options.action) \(path)")
    let isRestored = visit.options.action == "restore"
    await tell(
      "visitStarted",
      [
        "identifier": identifier, "visit": .int(visit.number), "hasCachedSnapshot": .bool(isRestored),
        "isPageRefresh": .bool(false),
      ])
    if !isRestored { await tell("visitRequestStarted", ["identifier": identifier]) }
    if let status = failures[path] {
      await tell(
        status > 0 ? "visitRequestFailed" : "visitRequestFailedWithNonHttpStatusCode",
        ["identifier": identifier, "location": .string(visit.location), "statusCode": .int(status)])
      return await tell("visitRequestFinished", ["identifier": identifier])
    }
    if !isRestored { await tell("visitRequestFinished", ["identifier": identifier]) }
    await page.replaceState(url)
    let state = state(of: url).merging(["identifier": identifier]) { $1 }
    await tell("visitCompleted", state.merging(["restorationIdentifier": .string("at-\(lastVisit)")]) { $1 })
    await tell("visitRendered", state)
  }

  private func state(of url: URL) -> [String: Props] {
    let path = url.path(percentEncoded: true)
    return ["location": .string(url.absoluteString), "title": .string(titles[path] ?? path)]
  }

  private func tell(_ name: String, _ data: [String: Props]) async {
    guard let json = try? PageJSON.text(Props.dictionary(data)) else { return }
    await page.tell("visit", "[\"\(name)\",\(json)]")
  }
}
