import Testing

@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct SiteCookiesTests {
  private let cookies = SiteCookies(site: "shop", isSecure: false)

  @Test(arguments: [
    ("a=b; c=d", "a=b; c=d"), ("bridge.shop.sid=1; a=b", "sid=1; a=b"), ("a=b=c;d", "a=b=c; d"),
    // The bridge's cookies and those of another site are removed.
    ("bridge-session-8081=1; a=b; bridge-admission-8081=2; __Host-bridge-session-1=3; bridge.blog.sid=4", "a=b"),
    ("bridge-session-8081=1", nil), ("", nil),
    // `sid` arrives with and without the site's prefix. The cookie without the prefix belongs to another server.
    ("sid=other; bridge.shop.sid=own", "sid=own"),
    ("bridge.shop.__Host-sid=1", "__Host-sid=1"),
  ])
  func whatTheTargetGets(sent: String, got: String?) {
    #expect(cookies.toTarget(sent) == got)
  }

  @Test(arguments: [
    ("a=b", "a=b"), ("a=b; Path=/x; Max-Age=1", "a=b; Path=/x; Max-Age=1"),
    ("a=b; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "a=b; Expires=Wed, 21 Oct 2026 07:28:00 GMT"),
    ("a=b; Domain=.shop.example; Secure", "a=b"), ("a=b;domain=x;secure;path=/", "a=b; path=/"),
    ("sid=1; HttpOnly; SameSite=Strict", "bridge.shop.sid=1; HttpOnly; SameSite=Strict"),
    ("a=b; Secure; SameSite=None; Partitioned", "a=b; SameSite=Lax"),
    // The name stays, because scripts look for it and browsers check the prefix.
    ("__Host-a=b; Secure; Path=/", "__Host-a=b; Secure; Path=/"),
    ("__Host-sid=1; Secure; HttpOnly; Path=/", "bridge.shop.__Host-sid=1; HttpOnly; Path=/"),
    // The target cannot set cookies with the bridge's names.
    ("bridge-session-8081=1", nil), ("__Host-bridge-admission-1=1", nil), ("bridge.blog.sid=1; HttpOnly", nil),
    // For a cookie without a name, browsers send only the value.
    ("=bridge-session-8081=1", nil), (" = bridge-session-8081=1", nil), ("=__Host-bridge-session-1=1", nil),
    ("=bridge.blog.sid=1", nil), ("bridge-session-8081", nil), ("=a", "=a"), ("a", "a"),
  ])
  func whatTheBrowserGets(sent: String, got: String?) {
    #expect(cookies.toBrowser(sent)?.headers.first == got)
  }

  @Test func overTLSSecureStays() {
    let secure = SiteCookies(site: "shop", isSecure: true)
    #expect(
      secure.toBrowser("a=b; Secure; SameSite=None; Domain=x")?.headers == [
        "a=b; Secure; SameSite=None", "bridge.shop.a=; Max-Age=0; Secure; SameSite=None",
      ])
  }

  @Test func whatScriptsCanReadIsRememberedForItsSnippet() throws {
    let visible = VisibleCookies()
    let pair = try #require(cookies.toBrowser("csrf=1")?.visible)
    visible.set(pair, by: "shop", in: "1")
    let other = SiteCookies(site: "blog", isSecure: false)
    #expect(other.toTarget("csrf=1; a=b") { visible.isForeign($0, to: "blog") } == "a=b")
    #expect(cookies.toTarget("csrf=1; a=b") { visible.isForeign($0, to: "shop") } == "csrf=1; a=b")
    // `shop` has not set a cookie with this value, so `blog` receives it.
    #expect(other.toTarget("csrf=2") { visible.isForeign($0, to: "blog") } == "csrf=2")
    #expect(cookies.toBrowser("sid=1; HttpOnly")?.visible == nil)
  }

  /// The first two headers are those of Django's `HttpResponse.delete_cookie` and aiohttp's `Response.del_cookie`.
  @Test(arguments: [
    (
      #"sid=""; expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/; SameSite=Lax"#,
      "bridge.shop.sid=; Max-Age=0; Path=/; SameSite=Lax"
    ),
    (
      #"sid=""; expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/"#, "bridge.shop.sid=; Max-Age=0; Path=/"
    ),
    ("sid=2; Domain=x; path=/a; Max-Age=9; Secure", "bridge.shop.sid=; Max-Age=0; path=/a"),
    ("__Host-sid=; Secure; Path=/", "bridge.shop.__Host-sid=; Max-Age=0; Path=/"),
    ("a=1", "bridge.shop.a=; Max-Age=0"),
  ])
  func aCookieThatScriptsCanReadEndsTheOneThatTheyCannot(sent: String, ending: String) throws {
    let setting = try #require(cookies.toBrowser(sent))
    #expect(Array(setting.headers.dropFirst()) == [ending])
  }

  @Test func aCookieThatNoScriptCanReadEndsTheOneThatTheyCan() {
    let sent = "sid=1; HttpOnly; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/; Secure"
    let hidden = "bridge.shop.sid=1; HttpOnly; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/"
    #expect(cookies.toBrowser(sent) { $0 == "sid" }?.headers == [hidden, "sid=; Max-Age=0; Path=/"])
    // Setting an `HttpOnly` cookie also expires the cookie of the same name that scripts can read. That cookie may
    // belong to another site. So the server expires it only if the browser has sent it and this site has set it.
    #expect(cookies.toBrowser(sent)?.headers == [hidden])
    #expect(
      cookies.toBrowser("__Host-a=1; HttpOnly; Secure; Path=/") { _ in true }?.headers.last
        == "__Host-a=; Max-Age=0; Secure; Path=/")
    #expect(cookies.toBrowser("=1; HttpOnly") { _ in true }?.headers.count == 1)
  }

  @Test func aCookieOverTheSizeOfBrowsersIsLeftOut() {
    let most = String(repeating: "v", count: SiteCookies.maximumSize - 2)
    #expect(cookies.toBrowser("a=\(most)") != nil)
    #expect(cookies.toBrowser("a=\(most)v") == nil)
    #expect(cookies.toBrowser("a=\(most); HttpOnly") == nil)
  }

  @Test func oneTargetsCookiesEvictNobodyElses() {
    let visible = VisibleCookies()
    let csrf = SiteCookies.Pair(name: "csrf", value: "=1")
    visible.set(csrf, by: "shop", in: "mine")
    for number in 0..<5000 {
      visible.set(SiteCookies.Pair(name: "a\(number)", value: "=1"), by: "blog", in: "mine")
      // `shop` sets cookies of the same names in another browser.
      visible.set(SiteCookies.Pair(name: "a\(number)", value: "=2"), by: "shop", in: "other")
    }
    #expect(visible.isForeign(csrf, to: "blog"))
    #expect(!visible.isForeign(csrf, to: "shop"))
    #expect(visible.count(of: "blog") == VisibleCookies.maximumCountPerBrowser)
    for browser in 0..<1000 {
      for number in 0..<10 {
        visible.set(SiteCookies.Pair(name: "a\(number)", value: "=\(browser)"), by: "blog", in: "\(browser)")
      }
    }
    #expect(visible.count(of: "blog") <= VisibleCookies.maximumBrowsers * 10)
    #expect(visible.isForeign(csrf, to: "blog"))
  }

  @Test func endings() {
    #expect(
      cookies.endings(of: "bridge.shop.sid=1; a=b; bridge.blog.sid=2") == ["bridge.shop.sid=; Max-Age=0; Path=/"])
  }
}
