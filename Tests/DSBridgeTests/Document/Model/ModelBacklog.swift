@testable import DSBridge

/// A simple and slow model of the backlog. It holds the evaluations that wait because the page has acknowledged too
/// little.
struct ModelBacklog {
  typealias Fault = Course.Fault

  struct Entry {
    let line: ServerLine
    let key: Evaluation.Key?
    let serial: Int
  }

  private var waiting: [Entry] = []
  private var lastSerial = 0
  private var lastSent = 0
  /// The serial number of the newest evaluation of each key. That evaluation may have been sent already.
  private var newest: [Evaluation.Key: Int] = [:]

  var bytes: Int { waiting.reduce(0) { $0 + $1.line.weight } }

  /// The calls that have not been sent.
  var calls: [Int] { waiting.compactMap(\.call) }

  /// Adds an evaluation to the model and to `outbox`.
  mutating func add(_ line: ServerLine, key: Evaluation.Key?, to outbox: inout Outbox) throws(Fault) {
    let older = key.flatMap { key in waiting.firstIndex { $0.key == key } }
    let replaced = outbox.waiting.add(Evaluation(content: .script(""), line: line, document: nil, key: key))
    guard replaced?.line == older.map({ waiting[$0].line }) else {
      throw Fault(what: "\(line) has replaced \(String(describing: replaced?.line))")
    }
    if let older { waiting.remove(at: older) }
    lastSerial += 1
    if let key { newest[key] = lastSerial }
    waiting.append(Entry(line: line, key: key, serial: lastSerial))
  }

  mutating func cancel(call: Int, from outbox: inout Outbox) {
    outbox.waiting.cancel(call: call)
    waiting.removeAll { $0.call == call }
  }

  /// Removes and returns the lines that fit the send window. `outbox` must return the same lines.
  mutating func take(from outbox: inout Outbox) throws(Fault) -> [ServerLine] {
    let kept = outbox.bytes
    let lines = outbox.takeWaiting().map(\.line)
    var wanted: [ServerLine] = []
    var room = outbox.sendWindow - kept
    while room > 0, !waiting.isEmpty {
      let entry = waiting.removeFirst()
      guard entry.serial > lastSent else { throw Fault(what: "\(entry.line) comes too late") }
      if let key = entry.key, newest[key] != entry.serial { throw Fault(what: "\(entry.line) is not the newest") }
      lastSent = entry.serial
      room -= entry.line.weight
      wanted.append(entry.line)
    }
    guard lines == wanted else { throw Fault(what: "\(lines) leaves, not \(wanted)") }
    return lines
  }
}

extension ModelBacklog.Entry {
  fileprivate var call: Int? {
    if case .invoke(let id, _, _) = line { id } else { nil }
  }
}
