import HTTPTypes
import SnippetBridgeWebServer
import TestSupport
import Testing

@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct SiteCookiesTests {
  private let cookies = SiteCookies(isSecure: false, storage: .usual)

  @Test(arguments: [
    ("a=b; c=d", "a=b; c=d"), ("a=b=c;d", "a=b=c; d"), ("__Host-sid=1", "__Host-sid=1"),
    // The bridge's cookies are removed.
    ("bridge-session-8081=1; a=b; bridge-admission-8081=2; __Host-bridge-frame-1=3", "a=b"),
    ("bridge-session-8081=1", nil), ("bridge-session-8081 =1", nil), ("", nil),
  ])
  func whatTheTargetGets(sent: String, got: String?) {
    #expect(cookies.toTarget(sent) == got)
  }

  @Test(arguments: [
    ("a=b", "a=b"), ("a=b; Path=/x; Max-Age=1", "a=b; Path=/x; Max-Age=1"),
    ("a=b; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "a=b; Expires=Wed, 21 Oct 2026 07:28:00 GMT"),
    ("a=b; Domain=.shop.example; Secure", "a=b"), ("a=b;domain=x;secure;path=/", "a=b; path=/"),
    ("sid=1; HttpOnly; SameSite=Strict", "sid=1; HttpOnly; SameSite=Strict"),
    ("a=b; Secure; SameSite=None; Partitioned", "a=b; SameSite=Lax"),
    // Browsers check the prefix of the name.
    ("__Host-a=b; Secure; Path=/", "__Host-a=b; Secure; Path=/"),
    // The target cannot set cookies with the bridge's names.
    ("bridge-session-8081=1", nil), ("__Host-bridge-admission-1=1", nil), (" bridge-frame-1 =1", nil),
    // For a cookie without a name, browsers send only the value.
    ("=bridge-session-8081=1", nil), (" = bridge-session-8081=1", nil), ("=__Host-bridge-session-1=1", nil),
    ("bridge-session-8081", nil), ("=a", "=a"), ("a", "a"),
  ])
  func whatTheBrowserGets(sent: String, got: String?) {
    #expect(cookies.toBrowser(sent) == got)
  }

  @Test func overTLSSecureStays() {
    let secure = SiteCookies(isSecure: true, storage: .usual)
    #expect(secure.toBrowser("a=b; Secure; SameSite=None; Domain=x") == "a=b; Secure; SameSite=None")
  }

  @Test func inAnIframeCookiesArePartitioned() {
    let iframe = SiteCookies(isSecure: false, storage: .partitioned)
    let added = "SameSite=None; Secure; Partitioned"
    #expect(iframe.toBrowser("a=b; Domain=x; Path=/; SameSite=Strict") == "a=b; Path=/; \(added)")
    #expect(iframe.toBrowser("__Host-a=b; Secure; HttpOnly; Path=/") == "__Host-a=b; HttpOnly; Path=/; \(added)")
    let webKit = SiteCookies(isSecure: false, storage: .thirdParty)
    #expect(webKit.toBrowser("a=b; HttpOnly; Secure; SameSite=Lax") == "a=b; HttpOnly")
  }

  @Test func aCookieOverTheSizeOfBrowsersIsLeftOut() {
    let most = String(repeating: "v", count: SiteCookies.maximumSize - 2)
    #expect(cookies.toBrowser("a=\(most)") != nil)
    #expect(cookies.toBrowser("a=\(most)v") == nil)
  }

  @Test func endings() {
    let sent = "sid=1; bridge-session-1=2; __Host-a=b; =c"
    #expect(
      cookies.endings(of: sent) == ["sid=; Max-Age=0; Path=/", "__Host-a=; Max-Age=0; Path=/; Secure"])
    #expect(
      SiteCookies(isSecure: false, storage: .partitioned).endings(of: "sid=1")
        == ["sid=; Max-Age=0; Path=/; SameSite=None; Secure; Partitioned"])
  }

  @Test func manyCookiesOfOneNameHaveOneEnding() {
    #expect(
      cookies.endings(of: String(repeating: "a=;b=1; ", count: 1900))
        == ["a=; Max-Age=0; Path=/", "b=; Max-Age=0; Path=/"])
  }

  /// The cookie with the session of an iframe shows that the page is in an iframe. Only WebKit over http needs other
  /// attributes than the other browsers.
  @Test(arguments: [
    ("", "Chrome/156", false, CookieStorage.usual), ("bridge-frame-1=a", "Chrome/156", false, .partitioned),
    ("__Host-bridge-frame-1=a", "AppleWebKit/537.36 Chrome/156", false, .partitioned),
    ("bridge-frame-1=a", "AppleWebKit/605.1.15 Safari/605.1.15", false, .thirdParty),
    ("__Host-bridge-frame-1=a", "AppleWebKit/605.1.15 Safari/605.1.15", true, .partitioned),
    ("bridge-frame-2=a", "Firefox/153", false, .usual),
  ])
  func whereABrowserStoresCookies(cookie: String, agent: String, isSecure: Bool, storage: CookieStorage) {
    var request = ServerRequest(path: "/", headers: [.cookie: cookie, .userAgent: agent])
    request.listeners = [ListenerAddress(port: 1, isSecure: isSecure, hasOwnPages: false)]
    #expect(CookieStorage(of: request, isSecure: isSecure) == storage)
  }
}
