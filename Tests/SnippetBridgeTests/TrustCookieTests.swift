import Foundation
import HTTPTypes
import SnippetBridgeTesting
import SnippetBridgeWebServer
import TestSupport
import Testing

@testable import SnippetBridge

/// A page on another port of the host sets a cookie with the name of this server's cookie and a longer path. Browsers
/// send that cookie first.
@Suite(.timeLimit(.minutes(5))) struct TrustCookieTests {
  @Test func aForeignSessionCutsNobodyOff() async throws {
    try await TestServer.run { test async throws in
      var owner = HandmadeClient(test)
      // Send the foreign cookie before and after the browser has a session.
      let foreign = "bridge-session-\(test.url.port ?? 0)=planted"
      owner.cookie = foreign
      _ = try await owner.hello()
      let own = try #require(owner.cookie)
      owner.cookie = "\(foreign); \(own)"
      #expect(try await owner.post("/_bridge/call", "call 1 addingOne 1").text == "reply 1 2")
      _ = try await owner.hello()
      #expect(owner.cookie == own)
      owner.cookie = "\(foreign); \(own)"
      let ticket = try await owner.hello()
      owner.cookie = "\(foreign); \(own)"
      let socket = try await owner.socket()
      try await socket.send(owner.socketHello(ticket))
      #expect(try await socket.receive().hasPrefix("welcome "))
      socket.cut()
    }
  }

  @Test func aForeignSessionThatThereIsCutsNobodyOffEither() async throws {
    try await TestServer.run { test async throws in
      var thief = HandmadeClient(test)
      thief.document = String(repeating: "d", count: 32)
      thief.documentHeader = thief.document
      _ = try await thief.hello()
      let foreign = try #require(thief.cookie)
      var owner = HandmadeClient(test)
      _ = try await owner.hello()
      let own = try #require(owner.cookie)
      for cookies in ["\(foreign); \(own)", "\(own); \(foreign)"] {
        owner.cookie = cookies
        let ticket = try await owner.hello()
        #expect(owner.cookie == own, "its document's own session")
        owner.cookie = cookies
        let socket = try await owner.socket()
        try await socket.send(owner.socketHello(ticket))
        #expect(try await socket.receive().hasPrefix("welcome "))
        socket.cut()
      }
      // A new document joins the session whose cookie has the shorter path.
      var next = HandmadeClient(test)
      next.document = String(repeating: "e", count: 32)
      next.documentHeader = next.document
      next.cookie = "\(foreign); \(own)"
      _ = try await next.hello()
      #expect(next.cookie == own)
    }
  }

  @Test func aForeignAdmissionCutsNobodyOff() async throws {
    let token = "open-sesame_0123456789"
    try await TestServer.run(configure: { $0.token = AccessToken(token) }) { test async throws in
      let html = [("Accept", "text/html"), ("Upgrade-Insecure-Requests", "1")]
      let reply = try await test.http.request("GET", "/?token=\(token)", headers: html)
      let own = try #require(reply["Set-Cookie"]).prefix { $0 != ";" }
      let foreign = "bridge-admission-\(test.url.port ?? 0)=planted.planted"
      for cookies in ["\(foreign); \(own)", "\(own); \(foreign)"] {
        #expect(try await test.http.request("GET", "/", headers: html + [("Cookie", cookies)]).status == 200)
        var stranger = HandmadeClient(test)
        stranger.cookie = cookies
        let hello = try await stranger.post("/_bridge/hello", stranger.helloBody)
        let set = hello.headers.filter { $0.0.lowercased() == "set-cookie" }.map { $0.1.prefix { $0 != ";" } }
        #expect(hello.status == 200 && set.contains(own), "and it is renewed")
      }
      #expect(try await test.http.request("GET", "/", headers: html + [("Cookie", foreign)]).status == 401)
    }
  }

  @Test func everyValueIsFoundWhereverItStands() {
    var headers = HTTPFields()
    headers.append(HTTPField(name: .cookie, value: "a=1; b=2;a=3;  a=; xa=4; a; __Host-a=5"))
    headers.append(HTTPField(name: .cookie, value: "a=6"))
    let request = ServerRequest(path: "/", headers: headers)
    #expect(request.cookies("a", isSecure: false) == ["1", "3", "", "6", "5"])
    #expect(request.cookies("a", isSecure: true) == ["5"])
  }
}
