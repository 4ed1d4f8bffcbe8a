import ArgumentParser
import Foundation
import SnippetBridgeTesting
import SnippetShell
import Testing

/// The configuration of a shell: command-line options, a style sheet, and the answers to requests for its documents.
@Suite(.timeLimit(.minutes(2))) struct ShellConfigurationTests {
  private func exchange(with server: BridgeServer) async throws -> HTTPExchange {
    HTTPExchange(host: "127.0.0.1", port: try #require(try await server.url().port))
  }

  @Test func optionsMakeAKiosk() throws {
    #expect(try ShellOptions.parse([]).configuration(title: "Lakeside").kiosk == nil)
    let kiosk = try ShellOptions.parse(["--kiosk", "--idle-time", "2.5"]).configuration(title: "Lakeside")
    #expect(kiosk.kiosk?.idleTime == .seconds(2.5) && kiosk.title == "Lakeside")
    #expect(try ShellOptions.parse(["--kiosk"]).configuration().kiosk?.idleTime == .seconds(90))
    #expect(try ShellOptions.parse(["--kiosk", "--idle-time", "0"]).configuration().kiosk == .init())
  }

  @Test(arguments: ["-1", "0.5", "1e9", "inf", "nan"]) func whatIsNoIdleTimeIsRefused(text: String) {
    let error = #expect(throws: (any Error).self) { try ShellOptions.parse(["--idle-time=\(text)"]) }
    #expect(error.map { ShellOptions.message(for: $0).contains("must be from 1 to 86400 seconds") } == true)
  }

  @Test func aWatchdogHearsWhetherAShellIsShown() async throws {
    try await withShell { browser, shell, server in
      let watchdog = try await exchange(with: server)
      #expect(try await watchdog.request("GET", "/_bridge/shell/shown").status == 204)
      var events = shell.webView.events.makeAsyncIterator()
      await browser.page.cut()
      while let event = await events.next(), event != .disconnected {}
      #expect(try await watchdog.request("GET", "/_bridge/shell/shown").status == 503)
      try await browser.reload()
      #expect(try await watchdog.request("GET", "/_bridge/shell/shown").status == 204)
    }
  }

  @Test func aProgramsStyleSheetComesBehindTheShells() async throws {
    let style = ["kiosk.css": "h1 { color: red }"]
    #expect(!ShellConfiguration(title: "Shop", isAtRoot: false).isAtRoot)
    let configuration = ShellConfiguration(title: "<A & B>", styleSheet: "/kiosk.css?\"")
    try await withShell(documents: style, options: configuration) { _, _, server in
      let text = try await exchange(with: server).request("GET", "/_bridge/shell").text
      let own = try #require(text.range(of: #"<link rel="stylesheet" href="/kiosk.css?&quot;">"#))
      #expect(try #require(text.range(of: "/_bridge/shell-")).lowerBound < own.lowerBound)
      #expect(text.contains("<title>&lt;A &amp; B>"))
    }
  }

  @Test func pagesThatLoadTheBridgeThemselvesMayBeInIframes() async throws {
    try await withShell(configure: { $0.pageOrigins = ["http://127.0.0.1:5173"] }) { browser, shell, server in
      let reply = try await exchange(with: server).request("GET", "/_bridge/shell")
      let policy = try #require(reply["Content-Security-Policy"])
      #expect(policy.wholeMatch(of: /.*; frame-src 'self' [^;]*http:\/\/127\.0\.0\.1:5173.*/) != nil)
      await shell.perform { _ = $0.push(.url(URL(string: "http://127.0.0.1:5173/app")!)) }
      try await browser.wait(for: "its iframe") { $0.topSource == "http://127.0.0.1:5173/app" }
    }
  }
}
