import Foundation
import SnippetBridge

// The code of docs/guides/writing-interfaces.md.

@Exposed
final class Printer {
  private var pages = 0

  /// The number of pages printed since the program started.
  func printedPages() -> Int { pages }

  func print(text: String, copies: Int = 1) throws -> Int {
    guard copies > 0 else { throw PrinterError.nothingToDo }
    pages += copies
    return pages
  }

  @unexposed
  func reset() { pages = 0 }
}

@Exposed
actor Catalogue {
  struct Book: Codable, Sendable {
    var title: String
    var pages: Int?
  }

  private var books: [String: Book] = [:]

  func find(isbn: String) -> Book? { books[isbn] }

  func add(isbn: String, book: Book) { books[isbn] = book }
}

@Exposed
struct Sums {
  enum SumError: String, CodedError { case tooLarge }

  func sum(a: Int, b: Int) throws -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    if overflow { throw SumError.tooLarge }
    return sum
  }

  func checksum(of numbers: [Int]) -> Int { numbers.reduce(0, &+) }
}

/// Simulates a real scale.
func reading() async -> Double { 1.5 }

@Exposed
final class Scale {
  // Answers once. In Swift 6, a completion that is called later is @Sendable.
  func weigh(completion: @escaping @Sendable (Double) -> Void) {
    Task { completion(await reading()) }
  }

  // Answers many times: `true` marks the last value.
  func countDown(from start: Int, completion: @escaping @Sendable (Int, Bool) -> Void) {
    for number in stride(from: start, through: 0, by: -1) { completion(number, number == 0) }
  }

  // Answers once, with async. `nonisolated(nonsending)` makes it run in the web view's isolation, without data races.
  nonisolated(nonsending) func weight() async throws -> Double { await reading() }

  // Sends every element to the page. The iteration is cancelled when the page cancels the call or is left.
  func readings() -> AsyncStream<Double> {
    AsyncStream { continuation in
      let task = Task {
        while !Task.isCancelled { continuation.yield(await reading()) }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

enum PrinterError: String, CodedError {
  case outOfPaper, nothingToDo
}

func prepareForWritingInterfaces(_ webView: WebView) {
  webView.addInterface(Printer(), by: "printer")
  webView.addInterface(Catalogue(), by: "catalogue")
  webView.addInterface(Scale(), by: "scale")
}
