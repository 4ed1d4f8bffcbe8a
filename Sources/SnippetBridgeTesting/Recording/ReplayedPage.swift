import SnippetBridge
import SnippetBridgeDevelopment
import SnippetShell

/// The comparison of Swift's lines to one page with those in the recording. A value type without side effects.
///
/// Values are compared per call, in their order. The order of values of different calls is not compared, because it
/// depends on the timing.
struct ReplayedPage: Sendable {
  /// A sequence of values whose order is compared.
  enum Channel: Hashable, Sendable {
    /// The answers to the call with this number in the recording.
    case call(Int)
    /// The values for a callback.
    case callback(String)
    /// The calls of a function of the page.
    case invocation(String)
    case script
    case event(String)
  }

  /// The place of a line of Swift in the sequence of its channel.
  typealias Place = (channel: Channel, index: Int)

  /// A recorded line of Swift, with the number of the line in the file.
  private typealias Expected = (line: Int, wire: WireLine)

  /// The number of the page's last line in the file.
  let lastLine: Int?
  /// Indicates whether the page shows a shell.
  private(set) var showsShell = false
  /// The recorded lines of Swift.
  private var expected: [Channel: [Expected]] = [:]
  /// The number of recorded lines of Swift that were played.
  private var played: [Channel: Int] = [:]
  /// The number of lines that have arrived.
  private var arrived: [Channel: Int] = [:]
  private var names: [Channel: String] = [:]
  /// The calls that the page cancels. The number of their values depends on the timing.
  private var cancelled: Set<Channel> = []
  /// The blocking calls. The page waits for their answers even if their values are ignored.
  private var blocking: Set<Channel> = []
  private(set) var liveNumbers: [Int: Int] = [:]
  private var recordedNumbers: [Int: Int] = [:]
  /// The places of the recorded invocations, by the invocations' ids.
  private var invocations: [Int: Place] = [:]
  /// The ids of the invocations that have arrived, in order.
  private var liveInvocations: [Channel: [Int]] = [:]
  private let ignored: IgnoredValues

  /// Creates the comparison for one page of a recording.
  init(_ steps: [Recording.Step], ignoring ignored: IgnoredValues) {
    self.ignored = ignored
    lastLine = steps.last?.line
    for step in steps {
      switch step.content {
      case .fromPage(let wire):
        guard let number = wire.number else { continue }
        if let name = wire.name, wire.verb != "event" { names[.call(number)] = name }
        if let callback = wire.callback { names[.callback(callback)] = wire.name }
        if wire.verb == "call" { blocking.insert(.call(number)) }
        if wire.verb == "cancel", let call = wire.reference { cancelled.insert(.call(call)) }
      case .fromSwift(let wire):
        if wire.isOfShell { showsShell = true }
        guard let channel = Self.channel(of: wire, call: wire.reference) else { continue }
        if let id = wire.reference, wire.isInvocation {
          invocations[id] = (channel, expected[channel, default: []].count)
        }
        expected[channel, default: []].append((step.line, wire))
      case .opened, .closed: continue
      }
    }
  }

  /// Returns the channel of a line of Swift; `nil` if the line belongs to none.
  static func channel(of wire: WireLine, call: Int?) -> Channel? {
    switch wire.verb {
    case "reply", "next", "fail": call.map(Channel.call)
    case "callback": wire.callback.map(Channel.callback)
    case "invoke": wire.name.map(Channel.invocation)
    case "eval": .script
    // A shell is compared as a whole (``ReplayedShell``). Whether a screen is visible while its page connects depends
    // on the timing.
    case "event": wire.name.flatMap { ["shell", "seen"].contains($0) ? nil : Channel.event($0) }
    default: nil
    }
  }

  /// Returns the name of a function or an event, for messages and for ``IgnoredValues``.
  func name(of channel: Channel) -> String {
    switch channel {
    case .call, .callback: names[channel] ?? "an unknown call"
    case .invocation(let name): name
    case .script: "evaluateJavaScript"
    case .event(let name): "event \(name)"
    }
  }

  // MARK: The page's lines

  /// Records the number under which a line was sent.
  mutating func sent(_ recorded: Int, as live: Int) {
    liveNumbers[recorded] = live
    recordedNumbers[live] = recorded
  }

  /// Returns the id of the invocation that corresponds to a recorded one; `nil` if Swift has not made the call yet.
  func liveInvocation(of recorded: Int) -> Int? {
    invocations[recorded].flatMap { liveInvocations[$0.channel]?.dropFirst($0.index).first }
  }

  /// Returns the channel of a recorded invocation.
  func channel(ofInvocation recorded: Int) -> Channel? { invocations[recorded]?.channel }

  /// Returns the recorded line's place among the lines of Swift for which the page must wait before it continues: the
  /// ends of calls, and calls of page functions. `nil` for other lines.
  mutating func awaited(_ wire: WireLine) -> Place? {
    guard let channel = Self.channel(of: wire, call: wire.reference) else { return nil }
    let index = played[channel, default: 0]
    played[channel] = index + 1
    guard wire.isFinal || wire.isInvocation, !isIgnored(channel) || blocking.contains(channel) else { return nil }
    return (channel, index)
  }

  /// Returns whether the recording contains calls of this page function.
  func expects(_ channel: Channel) -> Bool { expected[channel] != nil }

  func isIgnored(_ channel: Channel) -> Bool { ignored.ignores(name(of: channel)) }

  func hasArrived(_ place: Place) -> Bool { arrived[place.channel, default: 0] > place.index }

  // MARK: Swift's lines

  /// Compares a line that has arrived. Returns the differences.
  mutating func arrive(_ wire: WireLine) -> [ReplayDifference] {
    let call = wire.reference.flatMap { recordedNumbers[$0] }
    guard let channel = Self.channel(of: wire, call: call) else { return [] }
    let index = arrived[channel, default: 0]
    arrived[channel] = index + 1
    if wire.isInvocation, let id = wire.reference { liveInvocations[channel, default: []].append(id) }
    guard !isIgnored(channel) else { return [] }
    let lines = expected[channel] ?? []
    guard index < lines.count else {
      guard isComplete(channel) else { return [] }
      let place = lines.last?.line
      return [.init(line: place, text: "\(description(wire, channel)), which the recording does not contain")]
    }
    return differences(lines[index], wire, channel)
  }

  /// Returns whether the recording contains the end of the channel, so that further lines are differences.
  private func isComplete(_ channel: Channel) -> Bool {
    guard !cancelled.contains(channel) else { return false }
    switch channel {
    case .call, .callback: return expected[channel]?.last?.wire.isFinal == true
    // After the end of the recorded session, Swift may have called its functions again.
    case .invocation, .script: return expected[channel] == nil
    case .event: return false
    }
  }

  private func differences(_ old: Expected, _ new: WireLine, _ channel: Channel) -> [ReplayDifference] {
    let name = name(of: channel)
    guard old.wire.kind == new.kind else {
      guard !cancelled.contains(channel) else { return [] }
      let text = "\(description(new, channel)), recorded: \(description(old.wire, channel))"
      return [.init(line: old.line, text: text)]
    }
    let verb =
      switch channel {
      case .call, .callback: new.verb == "fail" ? "failed with" : "answered"
      case .invocation: "was called with"
      case .event: "had"
      case .script: "ran"
      }
    return old.wire.value.differences(to: new.value) { ignored.ignores(name, at: $0) }.map { difference in
      let place = difference.path.isEmpty ? "" : " at \(difference.path)"
      let (before, after) = (difference.old?.excerpt ?? "nothing", difference.new?.excerpt ?? "nothing")
      return .init(line: old.line, text: "\(name) \(verb) \(after)\(place), recorded: \(before)")
    }
  }

  private func description(_ wire: WireLine, _ channel: Channel) -> String {
    let (name, value) = (name(of: channel), wire.value.excerpt)
    return switch wire.verb {
    case "fail": "\(name) failed with \(value)"
    case "invoke": "Swift called \(name) with \(value)"
    case "eval": "Swift ran the script \(value)"
    case "event": "Swift sent the \(name) \(value)"
    case _ where wire.json == nil: "\(name) ended without a value"
    case _ where wire.isFinal: "\(name) answered \(value)"
    default: "\(name) sent \(value)"
    }
  }

  /// Returns the difference for a recorded line that has not arrived.
  func missing(_ place: Place) -> ReplayDifference? {
    let channel = place.channel
    guard let old = expected[channel]?.dropFirst(place.index).first else { return nil }
    let name = name(of: channel)
    let text =
      switch channel {
      case .call, .callback: "\(name) did not answer, recorded: \(description(old.wire, channel))"
      case .invocation: "Swift did not call \(name)"
      case .script: "Swift did not run the script \(old.wire.value.excerpt)"
      case .event: "Swift did not send the \(name)"
      }
    return .init(line: old.line, text: text)
  }

  /// The recorded lines that must arrive before the replay ends: the ends of calls, calls of page functions, and
  /// events.
  var finalLines: [Place] {
    expected.flatMap { channel, lines in
      lines.enumerated().compactMap { index, line in
        let isAwaited = line.wire.isFinal || line.wire.isInvocation || line.wire.verb == "event"
        return isAwaited && !isIgnored(channel) ? (channel, index) : nil
      }
    }
  }
}

/// A difference between a replay and its recording.
struct ReplayDifference: Equatable, Sendable {
  /// The number of the line in the recording.
  var line: Int?
  var text: String
}
