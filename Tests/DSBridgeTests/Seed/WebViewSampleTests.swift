import DSBridge
import Testing

/// The calls of the README, sent as a page's messages to a web view.
@Suite(.timeLimit(.minutes(5))) struct WebViewSampleTests {
  @Test func namespacesReachTheirInterfaces() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open()

    webView.addInterface(MyInterface(), by: nil)  // `nil` works the same as ""
    webView.addInterface(EnumSample.EnumInterface.onStreet, by: "street")
    webView.addInterface(EnumSample.EnumInterface.inSchool, by: "school")

    #expect(try await page.call("call 2 addingOne 5") == "reply 2 6")
    #expect(try await page.call("call 3 street.getName null") == #"reply 3 "Heisenberg""#)
    #expect(try await page.call("call 4 school.getName null") == #"reply 4 "Walter White""#)
    let failure = try await page.call(#"call 5 addingOne "5""#)
    #expect(failure.hasPrefix("fail 5 "))
    #expect(failure.contains(#""kind":"argument""#))
  }

  @Test func anActorsInterfaceAnswersACallback() async throws {
    let webView = WebView()
    let page = MemoryPage(webView)
    try await page.open()
    webView.addInterface(ActorInterface(), by: "a.b.c")
    #expect(try await page.call("call 2 a.b.c.add 4") == "reply 2 4")
    try page.say("post 3 a.b.c.aliased dscb0 1")
    #expect(await page.next("callback") == "callback dscb0 more 1")
  }
}
