import DSBridgeLocks
import Foundation
import SnippetVisits
import TestSupport
import Testing

/// Files and servers as sources of a path configuration.
@Suite(.timeLimit(.minutes(2))) struct PathConfigurationSourcesTests {
  private final class Observer: PathConfigurationDelegate {
    let updates: AsyncStream<Void>
    private let sink: AsyncStream<Void>.Continuation

    init() { (updates, sink) = AsyncStream<Void>.makeStream() }

    func pathConfigurationDidUpdate() { sink.yield() }
  }

  /// A server whose response a test sets.
  private final class Server: SnippetTransport {
    let response = Mutex(SnippetResponse(status: 200))
    let requests = Mutex<[String]>([])

    func get(_ url: URL, headers: [String: String], limit: Int) async throws -> SnippetResponse {
      requests.withLock { $0.append("\(url.absoluteString) \(headers)") }
      return response.withLock { $0 }
    }

    func socket(_ url: URL, headers: [String: String], limit: Int) throws -> AsyncThrowingStream<String, any Error> {
      AsyncThrowingStream { $0.finish() }
    }

    func answer(_ status: Int, _ json: String) {
      response.withLock { $0 = SnippetResponse(status: status, body: Array(json.utf8)) }
    }
  }

  private let folder = URL(filePath: NSTemporaryDirectory()).appending(
    path: "paths-\(UUID())", directoryHint: .isDirectory)
  private let log = LogRecorder()
  private let server = Server()

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private static func json(_ name: String) -> String {
    #"{"rules":[{"patterns":["/"],"properties":{"name":"\#(name)"}}]}"#
  }

  private func make(_ sources: [PathConfiguration.Source]) -> PathConfiguration {
    PathConfiguration(
      sources: sources,
      options: PathConfigurationLoaderOptions(
        headers: ["X-App": "1"], transport: server, cacheFolder: folder.appending(path: "cache"), logger: log.logger))
  }

  private func name(_ configuration: PathConfiguration) -> String? { configuration["/"]["name"]?.string }

  /// Waits until the rules that the configuration uses have this name.
  private func wait(_ name: String, in configuration: PathConfiguration, _ observer: Observer) async {
    guard self.name(configuration) != name else { return }
    for await _ in observer.updates where self.name(configuration) == name { return }
  }

  @Test("R33, R35: a file is read at once and after each change, which the delegate hears; the last source counts")
  func files() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "paths.json")
    try Self.json("one").write(to: file, atomically: true, encoding: .utf8)
    let configuration = make([.data(Data(Self.json("data").utf8)), .file(file)])
    let observer = Observer()
    configuration.delegate = observer
    #expect(name(configuration) == "one")
    try Self.json("two").write(to: file, atomically: true, encoding: .utf8)
    await wait("two", in: configuration, observer)
    try "{\n \"rules\": 7 }".write(to: file, atomically: true, encoding: .utf8)
    let line = await log.next()
    #expect(line?.contains("\(file.path), line 2, column 11: rules: It is not an array.") == true, "\(line ?? "")")
    #expect(name(configuration) == "two")
    try Self.json("three").write(to: file, atomically: true, encoding: .utf8)
    await wait("three", in: configuration, observer)
  }

  @Test("R33: the kept copy of a server comes first, then a response of status 200 that can be read")
  func servers() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = try #require(URL(string: "https://paths.example/ios_v1.json?app=1"))
    let other = try #require(URL(string: "https://paths.example/ios_v1.json?app=2"))
    server.answer(200, Self.json("first"))
    let observer = Observer()
    func load(_ url: URL) -> PathConfiguration {
      let configuration = make([])
      configuration.delegate = observer
      configuration.sources = [.data(Data(Self.json("data").utf8)), .server(url)]
      return configuration
    }
    var configuration = load(url)
    await wait("first", in: configuration, observer)
    #expect(server.requests.withLock { $0 } == ["\(url) [\"X-App\": \"1\"]"])
    server.answer(500, Self.json("error"))
    configuration = load(url)
    #expect(name(configuration) == "first")
    #expect(await log.next()?.contains("status 500") == true)
    server.answer(200, "nonsense")
    configuration = load(url)
    #expect(await log.next()?.contains("line 1") == true)
    #expect(name(configuration) == "first")
    // A saved copy of a server's rules is valid for exactly one URL, so there is none for this URL with another query.
    server.answer(404, "")
    configuration = load(other)
    #expect(await log.next()?.contains("status 404") == true)
    #expect(name(configuration) == "data")
  }
}
