import ArgumentParser
import Foundation

/// Sends mutated input to the server until the time or the number of executions is used up. If there is a finding,
/// prints it and exits with 1.
@main
struct Fuzzing: AsyncParsableCommand {
  @Option(help: "Seconds for all subjects together.")
  var seconds = 20

  @Option(help: "Executions for all subjects together; the seconds still hold.")
  var executions = Int.max

  @Option(help: "Decides every input: the same seed gives the same inputs.")
  var seed = Int.random(in: 1...1_000_000_000)

  @Option(help: "Only this subject: \(Fuzzing.names).")
  var subject: String?

  @Option(help: "Only this file, once, with every subject or the one named.")
  var replay: String?

  @Option(help: "Where the input that is being tried is written: there it is after a crash.")
  var lastInput = ".build-test/last-fuzz-input"

  private static let names = Campaign.subjects.map { $0.name }.joined(separator: ", ")

  func validate() throws {
    if let subject, !Campaign.subjects.contains(where: { $0.name == subject }) {
      throw ValidationError("There is no subject \"\(subject)\"; there are \(Fuzzing.names).")
    }
  }

  func run() async throws {
    // Read the replayed input first: it may be the file of the last input, which is recreated below.
    let replayed = try replay.map { Array(try Data(contentsOf: URL(filePath: $0))) }
    let kinds = Campaign.subjects.filter { subject == nil || $0.name == subject }
    let campaign = try Campaign(kinds: kinds, seed: seed, lastInput: LastInput(path: lastInput))
    print("fuzzing with --seed \(seed); after a crash: --replay \(lastInput)")
    do {
      if let replayed {
        try await campaign.run(replayed)
      } else {
        try await campaign.run(for: .seconds(seconds), executions: executions)
      }
    } catch let finding as Finding {
      print("FOUND \(finding)\nthe input: \(lastInput)")
      throw ExitCode.failure
    }
  }
}
