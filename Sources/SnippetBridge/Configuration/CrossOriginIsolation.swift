public import ArgumentParser

/// The isolation of pages from embedded content of other sites, by the header `Document-Isolation-Policy`.
///
/// Browsers that know the header (Chromium) give isolated pages shared memory, which makes blocking calls fast
/// (docs/decisions/0013). Other browsers ignore the header.
public enum CrossOriginIsolation: String, Sendable, CaseIterable, ExpressibleByArgument {
  /// Sends no header. Every blocking call is a request.
  case none
  /// Loads images, scripts and other resources of other sites without cookies.
  case credentialless
  /// Blocks resources of other sites that have no suitable `Cross-Origin-Resource-Policy`.
  case requireCORP = "require-corp"

  /// The value of the header, or `nil` for no header.
  var policy: String? {
    switch self {
    case .none: nil
    case .credentialless: "isolate-and-credentialless"
    case .requireCORP: "isolate-and-require-corp"
    }
  }
}
