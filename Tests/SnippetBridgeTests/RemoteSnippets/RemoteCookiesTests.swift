import Testing

@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct RemoteCookiesTests {
  private let cookies = RemoteCookies(snippet: "shop", isSecure: false)

  @Test(arguments: [
    ("a=b; c=d", "a=b; c=d"), ("bridge.shop.sid=1; a=b", "sid=1; a=b"), ("a=b=c;d", "a=b=c; d"),
    // The bridge's own, and another snippet's.
    ("bridge-session-8081=1; a=b; bridge-admission-8081=2; __Host-bridge-session-1=3; bridge.blog.sid=4", "a=b"),
    ("bridge-session-8081=1", nil), ("", nil),
    // What stands beside its own is somebody else's.
    ("sid=other; bridge.shop.sid=own", "sid=own"), ("bridge.shop.__Host-sid=1", "__Host-sid=1"),
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
    // A script looks for it by this name, and browsers want it so.
    ("__Host-a=b; Secure; Path=/", "__Host-a=b; Secure; Path=/"),
    ("__Host-sid=1; Secure; HttpOnly; Path=/", "bridge.shop.__Host-sid=1; HttpOnly; Path=/"),
    // The bridge's own names are not the target's to set.
    ("bridge-session-8081=1", nil), ("__Host-bridge-admission-1=1", nil), ("bridge.blog.sid=1; HttpOnly", nil),
    // Without a name: browsers send the value alone.
    ("=bridge-session-8081=1", nil), (" = bridge-session-8081=1", nil), ("=__Host-bridge-session-1=1", nil),
    ("=bridge.blog.sid=1", nil), ("bridge-session-8081", nil), ("=a", "=a"), ("a", "a"),
  ])
  func whatTheBrowserGets(sent: String, got: String?) {
    #expect(cookies.toBrowser(sent)?.header == got)
  }

  @Test func overTLSSecureStays() {
    let secure = RemoteCookies(snippet: "shop", isSecure: true)
    #expect(secure.toBrowser("a=b; Secure; SameSite=None; Domain=x")?.header == "a=b; Secure; SameSite=None")
  }

  @Test func whatScriptsCanReadIsRememberedForItsSnippet() throws {
    let visible = VisibleCookies()
    let pair = try #require(cookies.toBrowser("csrf=1")?.visible)
    visible.set(pair, by: "shop")
    let other = RemoteCookies(snippet: "blog", isSecure: false)
    #expect(other.toTarget("csrf=1; a=b") { visible.isForeign($0, to: "blog") } == "a=b")
    #expect(cookies.toTarget("csrf=1; a=b") { visible.isForeign($0, to: "shop") } == "csrf=1; a=b")
    // Another value is not shop's.
    #expect(other.toTarget("csrf=2") { visible.isForeign($0, to: "blog") } == "csrf=2")
    #expect(cookies.toBrowser("sid=1; HttpOnly")?.visible == nil)
  }

  @Test func endings() {
    #expect(
      cookies.endings(of: "bridge.shop.sid=1; a=b; bridge.blog.sid=2") == ["bridge.shop.sid=; Max-Age=0; Path=/"])
  }
}
