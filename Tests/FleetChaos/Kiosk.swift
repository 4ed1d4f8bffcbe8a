import DSBridgeLocks
import Foundation
import SnippetBridge
import SnippetBridgeTesting

/// A page that works all the time: it calls its server and another process, and answers calls of the fleet. If its
/// server has discarded the document, it loads again, as in a browser.
final class Kiosk: Sendable {
  struct Status: Sendable {
    /// The server that has answered last.
    var place = ""
    var answered = ContinuousClock.now
    var isNamed = false
    /// The last failure, for the report about a page that cannot call again.
    var failure = ""
  }

  let name: String
  private let url: URL
  private let calls: CallBook
  private let prints: CallBook
  private let state = Mutex(Status())
  private let readers = Mutex<[AsyncStream<Status>.Continuation]>([])

  var status: Status { state.withLock { $0 } }

  /// Returns the status after each answer, until `limit` has passed.
  func statuses(within limit: Duration) -> AsyncStream<Status> {
    let (stream, reader) = AsyncStream<Status>.makeStream(bufferingPolicy: .bufferingNewest(1))
    readers.withLock { $0.append(reader) }
    let timer = Task {
      try? await Task.sleep(for: limit)
      reader.finish()
    }
    reader.onTermination = { _ in timer.cancel() }
    return stream
  }

  /// - Parameters:
  ///   - calls: The record of the job's calls to pages.
  ///   - prints: The record of the pages' calls to the printer.
  init(name: String, url: URL, calls: CallBook, prints: CallBook) {
    (self.name, self.url, self.calls, self.prints) = (name, url, calls, prints)
  }

  /// Works until the task is cancelled.
  func run() async {
    var opened: TestPage?
    var mustLoad = false
    while !Task.isCancelled {
      do {
        if mustLoad { try await opened?.navigate(isReady: false) }
        mustLoad = false
        let page =
          if let opened { opened } else {
            try await TestPage.open(url, timeLimit: .seconds(15), reconnects: true, isReady: false)
          }
        await page.forgetMessages()
        opened = page
        try await work(page)
      } catch TestPageError.gone {
        note("gone")
        mustLoad = true
      } catch TestPageError.violation(let what) {
        calls.addProblem("\(name): the server broke the protocol: \(what)")
        mustLoad = true
      } catch {
        var state = ""
        if let opened {
          state = await "connected \(opened.isConnected), not acknowledged \(opened.unconfirmedMessages)"
        }
        note("\(error), \(state)")
        try? await Task.sleep(for: .milliseconds(100))
      }
    }
    await opened?.close()
  }

  private func note(_ failure: String) { state.withLock { $0.failure = failure } }

  /// Registers the functions of a new document, and then calls until a call fails because of the connection.
  private func work(_ page: TestPage) async throws {
    await page.register("count") { [calls] arguments in
      calls.ran(try arguments.decode(Int.self, at: 0))
      return 1
    }
    await page.ready()
    if !status.isNamed {
      _ = try await page.callText("call", "\"\(name)\"")
      state.withLock { $0.isNamed = true }
    }
    let document = await page.documentID
    while !Task.isCancelled {
      let place = try await page.ask("place", as: String.self).value()
      let status = state.withLock { state in
        (state.place, state.answered) = (place, .now)
        return state
      }
      readers.withLock { $0.removeAll { if case .terminated = $0.yield(status) { true } else { false } } }
      let call = prints.begin()
      do {
        _ = try await page.ask("printer.print", call, as: Int.self).value()
        prints.ended(call, "ok")
      } catch let failure as CallFailure {
        // The page itself has lost its connection, or the fleet reports an error.
        prints.ended(call, failure.kind)
      } catch {
        prints.ended(call, error is CancellationError ? "cancelled" : "interrupted")
        throw error
      }
      guard await page.documentID == document else { return }
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}

/// The interface that the harness serves to all pages.
@Exposed final class Printer {
  private let book: CallBook

  init(_ book: CallBook) { self.book = book }

  func print(_ call: Int) -> Int {
    book.ran(call)
    return call
  }
}
