public import ArgumentParser

/// The isolation of pages from embedded content of other sites, through the header `Document-Isolation-Policy`.
///
/// Browsers that support the header (Chromium) let isolated pages use shared memory, which makes blocking calls fast
/// (docs/decisions/0013). Other browsers ignore the header.
public enum CrossOriginIsolation: String, Sendable, CaseIterable, ExpressibleByArgument {
  /// The server does not send the header. Every blocking call is an HTTP request.
  case none
  /// Browsers load images, scripts and other resources of other sites without cookies.
  case credentialless
  /// Browsers block a resource of another site unless its response has a header `Cross-Origin-Resource-Policy` that
  /// allows the use.
  case requireCORP = "require-corp"

  /// The value for the header, or `nil` to send no header.
  var policy: String? { self == .none ? nil : "isolate-and-\(rawValue)" }
}
