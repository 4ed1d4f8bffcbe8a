public import Foundation

/// A description of a page that the shell shows.
///
///     Snippet(id: "shop", target: "/shop.html", props: ["tabName": "Shop"], engine: .mustache)
///
/// The names and the JSON format are the same as in TWS ("The Web Snippet"):
///
///     { "id": "shop", "target": "/shop.html", "props": { "tabName": "Shop" }, "engine": "mustache",
///       "headers": { "Accept-Language": "sl" },
///       "dynamicResources": [{ "url": "/shop.css", "contentType": "text/css" }],
///       "overrides": [{ "css": "header { display: none }" }],
///       "visibility": { "fromUtc": "2026-12-01T00:00:00Z", "untilUtc": "2026-12-24T12:00:00.500Z" } }
///
/// Only `id` and `target` are required.
public struct Snippet: Codable, Sendable, Hashable, Identifiable {
  /// The identifier, unique in the snippet's list.
  public let id: String
  /// The page that the snippet shows.
  public var target: Target
  /// The values that the page's template, the tabs and the program can use.
  public var props: Props?
  /// The engine that generates a page from the template; `nil` for none.
  public var engine: Engine?
  /// The headers that the server sends when it requests the target. Requests for resources and requests by the browser
  /// do not contain these headers.
  public var headers: [String: String]?
  /// The style sheets and scripts that are added to the page, in order.
  public var dynamicResources: [Resource]?
  /// The style sheets and scripts that are added after ``dynamicResources``, in order.
  public var overrides: [Override]?
  /// The period during which the snippet is shown; `nil` for always.
  public var visibility: Visibility?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, target, props, engine, headers, dynamicResources, overrides, visibility
  }

  /// Creates a snippet.
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

  /// Creates a snippet with a URL as its target, as in TWS.
  public init(
    id: String, target: URL, props: Props? = nil, engine: Engine? = nil, headers: [String: String]? = nil
  ) {
    self.init(id: id, target: .at(.url(target)), props: props, engine: engine, headers: headers)
  }

  /// Indicates whether the server must generate the page. If `false`, an iframe can load the target directly.
  public var needsPreparation: Bool {
    if case .html = target { return true }
    return engine == .mustache || headers?.isEmpty == false || dynamicResources?.isEmpty == false
      || overrides?.isEmpty == false
  }
}
