import Synchronization

/// The calls that came on a page's socket and have no answer there yet, and the way to fail them.
///
/// Outside of the web view's queue, which a function may hold for ever.
final class AcceptedCalls: Sendable {
  fileprivate struct Call {
    let method: String
    let callback: String?
  }

  fileprivate struct State {
    /// Those that may outlive the round of the queue in which they came, by the messages' numbers.
    var calls: [Int: Call] = [:]
    /// Of those with a callback.
    var numbers: [String: Int] = [:]
    /// What the queue is busy with: nothing that is said there has left.
    var round: [Mailbox.Entry] = []
    var lastFrame = 0
    var channel: (any DocumentChannel)?
    var isCutOff = false
  }

  private let state = Mutex(State())

  /// Whether each has its answer.
  var isEmpty: Bool { state.withLock { $0.calls.isEmpty } }

  func add(_ number: Int, _ method: String, callback: String?) {
    state.withLock { state in
      state.calls[number] = Call(method: method, callback: callback)
      if let callback { state.numbers[callback] = number }
    }
  }

  /// The page does not wait for it any more.
  func remove(_ number: Int) {
    state.withLock { $0.remove(number) }
  }

  /// The document's newest socket; nil when it has none.
  func connect(_ channel: (any DocumentChannel)?) {
    state.withLock { $0.channel = channel }
  }

  /// Another document is shown, or none.
  func reset() {
    state.withLock { $0 = State(isCutOff: $0.isCutOff) }
  }

  func begin(_ round: [Mailbox.Entry]) {
    state.withLock { $0.round = round }
  }

  /// The round is over, and `lines` leave, as `frame` if they are to be numbered.
  func end(_ lines: [ServerLine], in frame: [UInt8]?) {
    state.withLock { state in
      state.round = []
      guard let frame else { return }
      state.lastFrame += 1
      if !state.calls.isEmpty { for line in lines { state.remove(answeredBy: line) } }
      // Under the lock, so that it leaves either before the last frame or not at all. To send is to take note, no more.
      if !state.isCutOff { state.channel?.send(frame) }
    }
  }

  /// Fails what has no answer, those of `waiting` included, and ends the connection.
  func cutOff(by error: BridgeError, also waiting: [PageFrame], bye: ServerLine?) {
    state.withLock { state in
      guard !state.isCutOff else { return }
      state.isCutOff = true
      for frame in state.round.compactMap(\.frame) + waiting {
        for line in frame.lines { state.add(line) }
      }
      guard let channel = state.channel else { return }
      let failures = state.calls.sorted { $0.key < $1.key }.map { number, call in
        ServerLine.fail(number: number, error.json(method: call.method.cut(toBytes: 1000), callback: call.callback))
      }
      if !failures.isEmpty { channel.send(ServerLine.frame(of: [.frame(state.lastFrame + 1)] + failures)) }
      if let bye { channel.send(ServerLine.frame(of: [bye])) }
      channel.close(code: 1001, reason: "shutdown")
    }
  }
}

extension AcceptedCalls.State {
  fileprivate mutating func add(_ line: PageLine) {
    switch line {
    case .message(let number, .ask(let method, _)): calls[number] = .init(method: method, callback: nil)
    case .message(let number, .post(let method, let callback, _)):
      calls[number] = .init(method: method, callback: callback)
    default: break
    }
  }

  fileprivate mutating func remove(_ number: Int) {
    guard let call = calls.removeValue(forKey: number), let callback = call.callback else { return }
    numbers[callback] = nil
  }

  fileprivate mutating func remove(answeredBy line: ServerLine) {
    switch line {
    case .reply(let number, _), .fail(let number, _): remove(number)
    case .callback(let name, isLast: true, _): if let number = numbers[name] { remove(number) }
    default: break
    }
  }
}
