import DSBridge
import Foundation

/// A message of the adapter in a session's page (public/visits/adapter.js). In JSON, an array of a name and its data.
struct PageMessage: Decodable, Sendable, Hashable {
  /// The names of the messages.
  enum Name: String, Decodable, Sendable, Hashable, CaseIterable {
    case turboIsReady, pageLoaded, pageLoadFailed, errorRaised
    case visitProposed, visitProposedHTML, visitProposalScrollingToAnchor, visitProposalRefreshingPage
    case visitStarted, visitRequestStarted, visitRequestCompleted, visitRequestFinished
    case visitRequestFailed, visitRequestFailedWithNonHttpStatusCode, visitRendered, visitCompleted
    case formSubmissionStarted, formSubmissionFinished, pageInvalidated, log
  }

  /// The members of all messages. Each message has some of them.
  struct Content: Decodable, Sendable, Hashable {
    var location: String?
    var title: String?
    var identifier: String?
    /// The number that Swift has given the visit; `nil` for a visit that the page has started.
    var visit: Int?
    var restorationIdentifier: String?
    var hasCachedSnapshot: Bool?
    var isPageRefresh: Bool?
    var isReady: Bool?
    var statusCode: Int?
    var options: VisitOptions?
    /// The number of a proposed visit. The page keeps the visit's response under this number, and uses it if Swift
    /// starts the visit.
    var proposal: Int?
    var html: String?
    var reason: String?
    var error: String?
    var message: String?
  }

  let name: Name
  let content: Content

  init(_ name: Name, _ content: Content = Content()) {
    self.name = name
    self.content = content
  }

  init(from decoder: any Decoder) throws {
    var array = try decoder.unkeyedContainer()
    name = try array.decode(Name.self)
    content = try array.decodeIfPresent(Content.self) ?? Content()
  }

  /// The URL of the message's `location`; `nil` if the member is missing or not a URL.
  var url: URL? { content.location.flatMap { URL(string: $0) } }
}

/// A command to the adapter in a session's page. In JSON, an array of a name and its value.
enum PageCommand: Encodable, Sendable, Hashable {
  /// The values of the command that starts a visit.
  struct Visit: Encodable, Sendable, Hashable {
    var number: Int
    var location: String
    var restorationIdentifier: String?
    /// The number of the proposal whose response the page has kept.
    var proposal: Int?
    var options: VisitOptions
  }

  case visit(Visit)
  case cancel(identifier: String)
  case clearSnapshotCache
  case cacheSnapshot

  func encode(to encoder: any Encoder) throws {
    var array = encoder.unkeyedContainer()
    switch self {
    case .visit(let visit):
      try array.encode("visitLocationWithOptionsAndRestorationIdentifier")
      try array.encode(visit)
    case .cancel(let identifier):
      try array.encode("cancelVisitWithIdentifier")
      try array.encode(identifier)
    case .clearSnapshotCache: try array.encode("clearSnapshotCache")
    case .cacheSnapshot: try array.encode("cacheSnapshot")
    }
  }
}
