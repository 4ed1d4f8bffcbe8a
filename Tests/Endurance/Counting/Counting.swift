import SnippetBridge

/// The interface that a page calls. It also sends calls to the page. Each web view has its own instance.
@Exposed
final class Counting {
  private weak let webView: WebView?
  private let book: Book
  /// The mean pause between two bursts of messages to a page.
  private let pause: Duration
  private var tally: SwiftTally?

  init(webView: WebView, book: Book, pause: Duration) {
    (self.webView, self.book, self.pause) = (webView, book, pause)
  }

  /// Registers the page under its name and starts the calls to it.
  func begin(_ name: String) {
    guard tally == nil else { return }
    let tally = book.tally(of: name)
    self.tally = tally
    Task { [weak webView, book, pause] in
      while !book.isQuiet, let webView {
        for _ in 0..<Int.random(in: 1...4) { send(to: webView, tally) }
        try await Task.sleep(for: pause * Double.random(in: 0..<2))
      }
      webView?.call("becomeQuiet")
    }
  }

  /// Counts a message and returns its number. Pages call it with a callback, with a promise and as a blocking call.
  func take(_ message: Numbered) -> Int {
    tally?.see(message.n)
    return message.n
  }

  /// Counts a message like ``take(_:)``, but answers later, so that the connection may break in between.
  nonisolated(nonsending) func takeSlowly(_ message: Numbered) async -> Int {
    tally?.see(message.n)
    try? await Task.sleep(for: .milliseconds(Int.random(in: 0...60)))
    return message.n
  }

  /// Counts a message and answers three times: 10 n, 10 n + 1, 10 n + 2.
  func takeAndRepeat(_ message: Numbered, completion: @escaping @Sendable (Int, Bool) -> Void) {
    tally?.see(message.n)
    completion(10 * message.n, false)
    Task {
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...200)))
      completion(10 * message.n + 1, false)
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...200)))
      completion(10 * message.n + 2, true)
    }
  }

  /// Stores the tally that a page in a browser reports after it has received every answer.
  func finish(_ page: PageTally) {
    tally?.report(page)
  }
}

/// Sends one message to the page: a function call, or a script.
private func send(to webView: WebView, _ tally: SwiftTally) {
  let number = tally.nextNumber()
  if Bool.random() {
    webView.call("take", with: [number], thatReturns: Int.self) { result in
      switch result {
      case .success(let answer): tally.answer(number, with: "\(answer)")
      case .failure(let error): tally.answer(number, with: "\(error)")
      }
    }
  } else {
    webView.evaluateJavaScript("take(\(number))") { value, error in
      tally.answer(number, with: error.map { "\($0)" } ?? value.map { "\($0)" } ?? "nothing")
    }
  }
}
