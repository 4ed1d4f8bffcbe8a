import Foundation
public import SnippetBridge
import SnippetBridgeDevelopment

extension Recording {
  /// Plays the part of the pages against a running server, and compares Swift's messages with the recording.
  ///
  /// Each tab of the recording is a ``TestPage``. Before a page sends a line, it waits for the ends of calls and for
  /// the calls of page functions that the recording contains before that line. Times are not replayed. All tabs belong
  /// to one browser.
  ///
  /// In a shell, the user's actions are repeated at the elements with the recorded texts and labels. At the end, the
  /// texts and the history of the shell are compared. The rule `shell` ignores them.
  ///
  /// Throws a ``ReplayError`` that lists the differences. Throws a ``RecordingError`` if the recording uses a function
  /// that the program does not have with the recorded type.
  /// - Parameters:
  ///   - server: The server, which must be running, as in ``withTestPage(access:configure:prepare:test:)``.
  ///   - ignored: The values that are not compared: `clock.*`, `order.create: .id`. Each rule is the name of a function
  ///     and optionally a path; `*` stands for any text. Without a path, the number of values is not compared either.
  ///   - secrets: The values in place of the masked ones that pages have sent, by the names of their members or
  ///     functions.
  ///   - timeLimit: The time limit for each wait for lines of Swift. Lines that have not arrived are reported as
  ///     differences.
  public func replay(
    on server: BridgeServer, ignoring ignored: [String] = [], secrets: [String: any Encodable & Sendable] = [:],
    timeLimit: Duration = .seconds(10)
  ) async throws {
    let token = try server.configuration.token?.secret()
    let player = ReplayPlayer(
      self, at: try await server.url(), access: PageAccess(trust: .anyone, token: token),
      ignoring: IgnoredValues(ignored), secrets: try secrets.mapValues { try PageJSON.text($0) }, timeLimit: timeLimit)
    let differences = try await player.run { page in
      guard let webView = server.webViews.first(where: { $0.id == page }) else { return }
      try check(interfaces: await webView.functionTypes)
    }
    guard differences.isEmpty else { throw ReplayError(name: name, differences: differences) }
  }

  /// Throws if a function that the recording uses is missing or has another type.
  func check(interfaces present: [String: String]) throws(RecordingError) {
    for step in steps {
      guard case .fromPage(let wire) = step.content, ["ask", "call", "post"].contains(wire.verb),
        let called = wire.name,
        let recorded = interfaces[called], present[called] != recorded
      else { continue }
      guard let type = present[called] else {
        throw RecordingError("\(name):\(step.line) calls \(called)\(recorded); this program has no \(called).")
      }
      throw RecordingError("\(name):\(step.line) calls \(called)\(recorded); in this program it is \(called)\(type).")
    }
  }
}

/// The differences between a replay and its recording, one per line: `till.jsonl:14: till.total answered 8, recorded:
/// 7`.
public struct ReplayError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The differences, in the order of the recording.
  public let description: String

  private static let most = 20

  init(name: String, differences: [ReplayDifference]) {
    let sorted = differences.sorted { ($0.line ?? .max) < ($1.line ?? .max) }
    let lines = sorted.prefix(Self.most).map { "\(name)\($0.line.map { ":\($0)" } ?? ""): \($0.text)" }
    let further = sorted.count > Self.most ? ["and \(sorted.count - Self.most) further differences"] : []
    description = (lines + further).joined(separator: "\n")
  }
}
