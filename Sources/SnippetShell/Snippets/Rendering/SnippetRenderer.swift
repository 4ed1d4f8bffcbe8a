import Mustache

/// Makes a snippet's page of its HTML: puts style sheets and scripts in, then fills in the template. It touches nothing
/// outside.
public struct SnippetRenderer: Sendable {
  /// A page that is made.
  public struct Page: Sendable, Hashable {
    /// What a browser gets.
    public var html: String
    /// Why the template is not filled in, as a sentence; the page is then as it was. Nil when all went well.
    public var warning: String?
  }

  /// What a template reads besides props. Of members with the same name these win.
  public var builtIns: Props
  /// Of these `pageBytes` and `tags` count here.
  public var limits: SnippetLimits

  /// - Parameters:
  ///   - builtIns: what a template reads besides props.
  ///   - limits: how much a page may be.
  public init(builtIns: Props = .builtIns(), limits: SnippetLimits = SnippetLimits()) {
    self.builtIns = builtIns
    self.limits = limits
  }

  /// The page of a snippet.
  /// - Parameters:
  ///   - html: what its target is.
  ///   - resources: its dynamic resources as text, in their order. Its overrides come behind them.
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
    guard text.hasTags else { return String(decoding: page, as: UTF8.self) }
    let template: MustacheTemplate
    do {
      template = try MustacheTemplate(string: text.text)
    } catch let error as MustacheTemplate.ParserError {
      throw TemplateError("\(error.error)")
    } catch {
      throw TemplateError("\(error)")
    }
    let budget = MustacheBudget(limits.pageBytes, roundSizes: text.roundSizes)
    let output = template.render(MustacheValue.of(props, named: "", budget))
    guard !budget.isSpent else { throw TemplateError("The page has more than \(limits.pageBytes) bytes.") }
    return String(decoding: try text.expand(output, limit: limits.pageBytes), as: UTF8.self)
  }
}
