import Foundation

extension URL {
  /// Where in its server the URL points, percent-encoded: `/native/search?q=a`.
  var pathAndQuery: String {
    path(percentEncoded: true) + (query(percentEncoded: true).map { "?" + $0 } ?? "")
  }
}
