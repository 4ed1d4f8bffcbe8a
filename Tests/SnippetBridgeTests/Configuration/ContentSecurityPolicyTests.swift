import Testing

@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct ContentSecurityPolicyTests {
  @Test(arguments: [
    // Policies that already allow the page script stay unchanged.
    ("img-src 'self'", "img-src 'self'"),
    ("default-src 'self'", "default-src 'self'"),
    ("script-src 'self' 'unsafe-inline'; connect-src *", "script-src 'self' 'unsafe-inline'; connect-src *"),
    ("upgrade-insecure-requests", "upgrade-insecure-requests"),
    // The page script's hash is added to the source list that allows the page's other scripts.
    ("script-src 'nonce-abc'", "script-src 'nonce-abc' #"),
    ("script-src 'nonce-abc' 'unsafe-inline'", "script-src 'nonce-abc' 'unsafe-inline' #"),
    ("script-src 'sha256-x' 'strict-dynamic' 'self'", "script-src 'sha256-x' 'strict-dynamic' 'self' #"),
    ("script-src 'none'", "script-src #"),
    ("script-src-elem 'nonce-abc'; script-src 'self'", "script-src-elem 'nonce-abc' #; script-src 'self'"),
    // A hash would disable `'unsafe-inline'`, so `'self'` is added instead.
    ("script-src 'unsafe-inline'", "script-src 'unsafe-inline' 'self'"),
    // `default-src` stays unchanged. The added sources are written to the separate directives `script-src` and
    // `connect-src`.
    ("default-src 'none'", "default-src 'none'; script-src #; connect-src 'self'"),
    (
      "default-src https://a.test",
      "default-src https://a.test; script-src https://a.test #; connect-src https://a.test 'self'"
    ),
    (
      "default-src 'none'; script-src 'nonce-a'; connect-src 'none'",
      "default-src 'none'; script-src 'nonce-a' #; connect-src 'self'"
    ),
    // Directives are parsed as browsers do: without regard to case, and the first of the same name applies.
    (" SCRIPT-SRC 'NONE' ;; script-src 'self'; ", "script-src #"),
  ])
  func admitsThePageScript(policy: String, expected: String) throws {
    let policy = try #require(ContentSecurityPolicy(policy))
    #expect(policy.admitting(["'sha256-own='"]).text == expected.replacing("#", with: "'sha256-own='"))
  }

  @Test(arguments: [
    ("default-src 'self'", "default-src 'self'"), ("img-src 'none'", "img-src 'none'"),
    ("script-src 'nonce-a' 'strict-dynamic'", "script-src 'nonce-a' 'strict-dynamic' #"),
    ("script-src 'nonce-a' https://a.test", "script-src 'nonce-a' https://a.test #; worker-src https://a.test 'self'"),
    ("default-src 'none'", "default-src 'none'; script-src #; connect-src 'self'; worker-src 'self'"),
    // The directive `child-src` also applies to iframes, so the worker's source is written to the separate directive
    // `worker-src`.
    ("child-src 'none'; script-src *", "child-src 'none'; script-src *; worker-src 'self'"),
    ("worker-src blob:; script-src *", "worker-src blob: 'self'; script-src *"),
  ])
  func admitsTheWorker(policy: String, expected: String) throws {
    let policy = try #require(ContentSecurityPolicy(policy))
    #expect(policy.admitting(["'sha256-own='"], worker: true).text == expected.replacing("#", with: "'sha256-own='"))
  }

  @Test(arguments: ["script-src 'self'\r\nX-Evil: 1", "default-src 'self', script-src *", "img-src ä"])
  func whatIsNoPolicyIsRefused(text: String) {
    #expect(ContentSecurityPolicy(text) == nil)
  }
}
