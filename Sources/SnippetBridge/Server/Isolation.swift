public import ArgumentParser

/// Whether pages are isolated from what other sites have put into them, by the header `Document-Isolation-Policy`:
/// browsers that know it (Chromium) give isolated pages shared memory, which makes blocking calls fast
/// (docs/decisions/0013). Others ignore it.
public enum Isolation: String, Sendable, CaseIterable, ExpressibleByArgument {
  /// No header; every blocking call is a request.
  case none
  /// Images, scripts and the like of other sites load without cookies.
  case credentialless
  /// What other sites have not marked with `Cross-Origin-Resource-Policy` does not load.
  case requireCORP = "require-corp"

  /// The header's value.
  var policy: String? {
    switch self {
    case .none: nil
    case .credentialless: "isolate-and-credentialless"
    case .requireCORP: "isolate-and-require-corp"
    }
  }
}
