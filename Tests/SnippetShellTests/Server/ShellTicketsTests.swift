import Testing

@testable import SnippetShell

@Suite(.timeLimit(.minutes(5))) struct ShellTicketsTests {
  private let start = ContinuousClock.Instant.now

  /// A class that contains the tickets, because `#expect` cannot mutate a value.
  private final class Issuer {
    private var tickets: ShellTickets

    init(start: ContinuousClock.Instant) { tickets = ShellTickets(start: start) }

    var count: Int { tickets.count }
    func issue(at now: ContinuousClock.Instant) -> String { tickets.issue(at: now) }
    func redeem(_ ticket: String, at now: ContinuousClock.Instant) -> Bool { tickets.redeem(ticket, at: now) }
  }

  @Test func aTicketIsValidOnceAndForAWhile() {
    let tickets = Issuer(start: start)
    let (first, second) = (tickets.issue(at: start), tickets.issue(at: start))
    #expect(first != second)
    #expect(tickets.redeem(first, at: start))
    #expect(!tickets.redeem(first, at: start))
    #expect(tickets.redeem(second, at: start + ShellTickets.lifetime - .milliseconds(1)))
    let third = tickets.issue(at: start)
    #expect(!tickets.redeem(third, at: start + ShellTickets.lifetime))
  }

  /// The server stores no tickets before they are used. So a client that requests many pages does not displace the
  /// tickets of others.
  @Test func manyPagesEvictNoTicket() {
    let tickets = Issuer(start: start)
    let ticket = tickets.issue(at: start)
    for _ in 0..<2000 { _ = tickets.issue(at: start) }
    #expect(tickets.count == 0)
    #expect(tickets.redeem(ticket, at: start))
  }

  @Test func onlyAServersOwnTicketsCount() {
    let (tickets, others) = (Issuer(start: start), Issuer(start: start))
    let foreign = others.issue(at: start)
    let own = tickets.issue(at: start)
    let later = "9" + own
    let marks = String(repeating: "\u{301}\u{316}", count: 2000)
    for ticket in [foreign, later, own + "0", own + "\u{301}", "", "..", "1.2.3", marks, "\(marks).\(marks).\(marks)"] {
      #expect(!tickets.redeem(ticket, at: start))
    }
    #expect(tickets.redeem(own, at: start))
  }

  @Test func whatIsKeptIsBounded() {
    let tickets = Issuer(start: start)
    for _ in 0..<3 {
      let ticket = tickets.issue(at: start)
      #expect(tickets.redeem(ticket, at: start))
    }
    #expect(tickets.count == 3)
    let ticket = tickets.issue(at: start + .seconds(61))
    #expect(tickets.redeem(ticket, at: start + .seconds(61)))
    #expect(tickets.count == 1)
  }
}
