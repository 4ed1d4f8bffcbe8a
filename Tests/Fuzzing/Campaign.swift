/// A fuzzing run over several subjects, one after another.
struct Campaign {
  static var subjects: [any Subject.Type] {
    [
      PageMessages.self, WebViewMessages.self, SocketFrames.self, Requests.self, Responses.self, ClientReplies.self,
    ]
  }

  let kinds: [any Subject.Type]
  let seed: Int
  let lastInput: LastInput

  init(kinds: [any Subject.Type], seed: Int, lastInput: LastInput) throws {
    self.kinds = kinds
    self.seed = seed
    self.lastInput = lastInput
  }

  /// Runs the subjects one after another. Each subject has an equal part of the time and of the executions.
  func run(for time: Duration, executions: Int) async throws {
    var total = 0
    for kind in kinds {
      let subject = try await kind.init()
      let corpus = try Corpus(kind.corpus, tokens: kind.tokens)
      let end = ContinuousClock.now + time / kinds.count
      var count = 0
      while ContinuousClock.now < end, count < executions / kinds.count {
        for _ in 0..<kind.stretch {
          var mutator = Mutator(corpus: corpus, seed: seed &+ count)
          let input = mutator.input()
          try lastInput.note(input)
          try await run(subject, input)
          count += 1
        }
        try await subject.checkHealth()
      }
      try await subject.finish()
      print("\(kind.name): \(count) executions from \(corpus.inputs.count) inputs, nothing found")
      total += count
    }
    print("fuzzing: \(total) executions, nothing found")
  }

  /// The time limit for one input. Code that takes quadratic time exceeds this limit on the largest inputs.
  private static let timeLimit: Duration = .seconds(4)

  private func run(_ subject: any Subject, _ input: [UInt8]) async throws {
    let time = try await ContinuousClock().measure { try await subject.run(input) }
    guard time <= Self.timeLimit else { throw Finding("an input of \(input.count) bytes took \(time)") }
  }

  func run(_ input: [UInt8]) async throws {
    for kind in kinds {
      let subject = try await kind.init()
      try lastInput.note(input)
      try await run(subject, input)
      try await subject.checkHealth()
      try await subject.finish()
      print("\(kind.name): nothing found")
    }
  }
}
