import Foundation
import Testing

@testable import SnippetShell

@Suite(.timeLimit(.minutes(1))) struct ProposalTests {
  @Test func noScreenShowsAnAddressOfAnotherProgram() throws {
    var proposal = Proposal(
      url: try #require(URL(string: "mailto:a@b.example")), screen: ScreenID(), isOfServer: false, isReplacement: false)
    proposal.isOfBrowser = true
    for decision in [.push, .present(.large), .replace, .load, .browse, .open] as [Proposal.Decision] {
      #expect(proposal.possible(decision) == .open)
    }
    #expect(proposal.possible(.cancel) == .cancel)
    proposal.isOfKiosk = true
    #expect(proposal.possible(.push) == .cancel)
    #expect(proposal.possible(.open) == .open)
    let page = Proposal(
      url: try #require(URL(string: "https://a.example")), screen: ScreenID(), isOfServer: false, isReplacement: false)
    #expect(page.possible(.push) == .push)
  }
}
