public import Foundation

/// What a source of snippets reports.
public enum SnippetEvent: Sendable, Hashable {
  /// All snippets, in order. What is as before stays as it is.
  /// - Parameter serverTime: what time it is where the list comes from; nil for this machine's time.
  case list([Snippet], serverTime: Date? = nil)
  /// One snippet, at its place. Its page is made anew even if nothing of the snippet is different.
  case updated(Snippet)
  /// None any more: everything is about to be made anew.
  case emptied
}

/// Where a list of snippets comes from: ``SnippetStore``, ``SnippetFile``, ``SnippetServer``, or one of your own.
public protocol SnippetSource: Sendable {
  /// Reports the list, and every change of it, until its task is cancelled. Called once at a time.
  func run(reporting report: @escaping @Sendable (SnippetEvent) async -> Void) async
  /// Reports ``SnippetEvent/emptied`` and then the list as it is now, in ``run(reporting:)``.
  func forceRefresh()
}
