import Mustache

/// A renderer that creates a snippet's page from its HTML. It inserts style sheets and scripts, and then fills in the
/// template. Rendering has no side effects.
public struct SnippetRenderer: Sendable {
  /// A rendered page.
  public struct Page: Sendable, Hashable {
    /// The HTML for the browser.
    public var html: String
    /// A sentence that explains why resources were not inserted or the template was not filled in; `nil` if there was
    /// no error.
    public var warning: String?
  }

  /// The values that templates can read in addition to props. These values take precedence over props with the same
  /// name.
  public var builtIns: Props
  /// The limits for a page. The renderer uses only `pageBytes` and `tags`.
  public var limits: SnippetLimits

  /// Creates a renderer.
  /// - Parameters:
  ///   - builtIns: the values that templates can read in addition to props.
  ///   - limits: the limits for a page.
  public init(builtIns: Props = .builtIns(), limits: SnippetLimits = SnippetLimits()) {
    self.builtIns = builtIns
    self.limits = limits
  }

  /// Renders the page of a snippet.
  /// - Parameters:
  ///   - html: the content of the snippet's target.
  ///   - resources: the dynamic resources as text, in order. The snippet's overrides are inserted after them.
  public func page(of snippet: Snippet, html: String, resources: [Snippet.Override] = []) -> Page {
    let overrides = resources + (snippet.overrides ?? [])
    let injection = HTMLInjection(into: Array(html.utf8))
    guard injection.size(with: overrides) <= limits.pageBytes else {
      return Page(html: html, warning: "With its resources the page has more than \(limits.pageBytes) bytes.")
    }
    let page = injection.page(with: overrides)
    guard snippet.engine == .mustache else { return Page(html: String(decoding: page, as: UTF8.self)) }
    do {
      return Page(html: try fillIn(page, with: (snippet.props ?? [:]).merging(builtIns)))
    } catch {
      return Page(html: String(decoding: page, as: UTF8.self), warning: error.problem)
    }
  }

  private func fillIn(_ page: [UInt8], with props: Props) throws(TemplateError) -> String {
    let text = try MustacheTemplateText(page, tags: limits.tags)
    guard text.tags > 0 else { return String(decoding: page, as: UTF8.self) }
    let template: MustacheTemplate
    do {
      template = try MustacheTemplate(string: text.text)
    } catch {
      throw TemplateError("\((error as? MustacheTemplate.ParserError)?.error ?? error)")
    }
    let budget = MustacheBudget(limits.pageBytes, roundSizes: text.roundSizes)
    let output = template.render(MustacheValue.of(props, named: "", budget))
    guard !budget.isSpent else { throw TemplateError("The page has more than \(limits.pageBytes) bytes.") }
    return String(decoding: try text.expand(output, limit: limits.pageBytes), as: UTF8.self)
  }
}

/// The reason why a template was not filled in, as a sentence.
struct TemplateError: Error, Equatable {
  let problem: String

  init(_ problem: String) {
    self.problem = problem.printable
  }
}
