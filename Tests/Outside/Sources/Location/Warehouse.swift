import Demo
import Platform
import Routes
import SnippetBridge
import SnippetShell
import TestSupport

/// A place in a warehouse.
public struct Location: Sendable, Hashable {
  /// The number of the shelf.
  public var shelf: Int
}

struct Routes { var shelves: [Location] }
struct Page { var number: Int }
struct View { var title: String }
struct Image { var name: String }
struct Document { var pages: [Page] }
struct Demo { var document: Document }

/// Uses types of this module that have the same names as types of SnippetBridge, which this file imports. An
/// unqualified name means this module's type.
public struct Warehouse: Sendable {
  /// Creates a warehouse.
  public init() {}

  /// Values of this module's types, and of types of the other targets, as text.
  public var names: [String] {
    let document = Document(pages: [Page(number: 3)])
    let routes = Routes(shelves: [Location(shelf: 4)])
    let shown = [View(title: "five").title, Image(name: "six").name, DemoGreeting().text, PlatformGreeting().text]
    return ["\(Demo(document: document).document.pages[0].number)", "\(routes.shelves[0].shelf)"] + shown
      + [RoutesGreeting().text, TestSupportGreeting().text]
  }

  /// Adds an interface for pages, as any program does.
  public func prepare(_ webView: WebView) {
    webView.addInterface(Shelves(), by: "shelves")
  }
}

/// Uses old names of the shell. The compiler warns about each of them.
func useOldNames(_ shell: isolated Shell) {
  shell.bind(awayView: { .text("Please wait.") })
  shell.beginAnew()
}

/// A type of this package that has the same name as a type of DSBridge.
enum JSONValue { case shelf }

@Exposed final class Shelves: Sendable {
  func count() -> Int {
    let value = JSONValue.shelf
    return value == .shelf ? 4 : 0
  }

  func echo(_ value: Any) -> Any { value }
}
