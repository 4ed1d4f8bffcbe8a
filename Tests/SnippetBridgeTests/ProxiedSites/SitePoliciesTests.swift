import TestSupport
import Testing

@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct SitePoliciesTests {
  private let policies = SitePolicies(
    sources: ["'sha256-x'"], hasWorker: false,
    origins: SiteOrigins(target: "https://a.example", own: "http://localhost:1"))

  @Test(arguments: [
    ("default-src 'self'", "default-src 'self'"), ("script-src 'nonce-a'", "script-src 'nonce-a' 'sha256-x'"),
    ("script-src 'none'; connect-src 'none'", "script-src 'sha256-x'; connect-src 'self'"),
    ("script-src 'strict-dynamic' 'sha256-y'", "script-src 'strict-dynamic' 'sha256-y' 'sha256-x'"),
    (
      "default-src 'none'",
      "default-src 'none'; script-src 'sha256-x'; connect-src 'self'"
    ),
    // Each of several policies is changed.
    ("script-src 'nonce-a', script-src 'nonce-b'", "script-src 'nonce-a' 'sha256-x', script-src 'nonce-b' 'sha256-x'"),
    ("frame-ancestors 'none'", nil), ("frame-ancestors 'none'; img-src *", "img-src *"),
    ("upgrade-insecure-requests", nil), ("block-all-mixed-content; img-src *", "img-src *"),
    // The target's origin becomes `'self'`.
    ("img-src https://a.example https://b.example", "img-src https://a.example https://b.example 'self'"),
    (
      "img-src a.example/pictures/; font-src 'self' a.example",
      "img-src a.example/pictures/ 'self'; font-src 'self' a.example"
    ),
    ("require-trusted-types-for 'script'", "require-trusted-types-for 'script'"),
  ])
  func amended(policy: String, amended: String?) {
    #expect(policies.amended(policy) == amended)
  }

  @Test func overTLSRequestsAreStillUpgraded() {
    let secure = SitePolicies(
      sources: [], hasWorker: false, origins: SiteOrigins(target: "https://a.example", own: "https://localhost:1"))
    #expect(secure.amended("upgrade-insecure-requests") == "upgrade-insecure-requests")
  }

  @Test func sandboxes() {
    #expect(SitePolicies.isSandboxed("img-src *; sandbox allow-forms"))
    #expect(!SitePolicies.isSandboxed("sandbox allow-scripts"))
    #expect(!SitePolicies.isSandboxed("default-src 'self'"))
  }
}
