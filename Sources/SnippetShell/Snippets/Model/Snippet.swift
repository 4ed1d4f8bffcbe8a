public import Foundation

/// A page that the shell shows, with all that is known of it.
///
///     Snippet(id: "shop", target: "/shop.html", props: ["tabName": "Shop"], engine: .mustache)
///
/// The names are those of TWS, "The Web Snippet", and so is its JSON:
///
///     { "id": "shop", "target": "/shop.html", "props": { "tabName": "Shop" }, "engine": "mustache",
///       "headers": { "Accept-Language": "sl" },
///       "dynamicResources": [{ "url": "/shop.css", "contentType": "text/css" }],
///       "overrides": [{ "css": "header { display: none }" }],
///       "visibility": { "fromUtc": "2026-12-01T00:00:00Z", "untilUtc": "2026-12-24T12:00:00.500Z" } }
///
/// Only `id` and `target` are needed.
public struct Snippet: Sendable, Hashable, Identifiable {
  /// What tells it from the others of its list.
  public let id: String
  /// What it shows.
  public var target: Target
  /// What its page's template, tabs and programs read.
  public var props: Props?
  /// What makes a page of its template.
  public var engine: Engine?
  /// Sent when its target is fetched for it, and with nothing else: not with resources, not by the browser.
  public var headers: [String: String]?
  /// Style sheets and scripts for its page, in this order.
  public var dynamicResources: [Resource]?
  /// More of them, behind the others.
  public var overrides: [Override]?
  /// When it is among the snippets that are shown; nil for always.
  public var visibility: Visibility?

  /// As given.
  public init(
    id: String, target: Target, props: Props? = nil, engine: Engine? = nil, headers: [String: String]? = nil,
    dynamicResources: [Resource]? = nil, overrides: [Override]? = nil, visibility: Visibility? = nil
  ) {
    self.id = id
    self.target = target
    self.props = props
    self.engine = engine
    self.headers = headers
    self.dynamicResources = dynamicResources
    self.overrides = overrides
    self.visibility = visibility
  }

  /// As TWS has it: a snippet of an address.
  public init(
    id: String, target: URL, props: Props? = nil, engine: Engine? = nil, headers: [String: String]? = nil
  ) {
    self.init(id: id, target: .at(.url(target)), props: props, engine: engine, headers: headers)
  }

  /// Whether the server has to make its page. Otherwise a frame may load the target as it is.
  public var needsPreparation: Bool {
    if case .html = target { return true }
    return engine == .mustache || headers?.isEmpty == false || dynamicResources?.isEmpty == false
      || overrides?.isEmpty == false
  }
}
