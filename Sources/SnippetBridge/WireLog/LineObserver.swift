import DSBridge
import SnippetBridgeDevelopment

/// The translation of a log's entries to lines: splits messages, drops lines that the page has sent again, and masks
/// secrets. A value type without side effects.
struct LineObserver {
  fileprivate struct Document {
    let number: Int
    let webView: Int
    /// The number of the last numbered line; nil if it is unknown, because entries were lost.
    var last: Int? = 0
    /// The number of the last blocking call, and of the last one whose answer was observed.
    var blocking: Int?
    var answered: Int?
    /// The unanswered calls of functions with secret names.
    var calls: Set<Int> = []
    var invocations: Set<Int> = []
    /// The calls of the inspector to the page's script, which are not part of the program.
    var inspections: Set<Int> = []
    /// The numbers of the calls by the names of their callbacks.
    var callbacks: [String: Int] = [:]
    /// The number of the first call whose function is known, `nil` until there is one. Values of earlier calls are
    /// masked, because their functions may have secret names.
    var firstCall: Int?
    /// The same for the calls of Swift.
    var firstInvocation: Int?
    /// The callbacks of calls that have no secret names; `nil` if no entries were lost.
    var plainCallbacks: Set<String>?
  }

  private let masking: Masking
  private var documents: [DocumentID: Document] = [:]
  /// The document that each web view shows.
  private var shown: [Int: DocumentID] = [:]
  private var lastDocument = 0

  init(masking: Masking) { self.masking = masking }

  /// Prepares for entries that follow a gap.
  mutating func reset() {
    for id in Array(documents.keys) { documents[id]?.forgetCalls() }
  }

  mutating func lines(of entry: EventRing.Entry) -> [ObservedLine] {
    let id = entry.document ?? shown[entry.webView]
    var document = id.map { open($0, in: entry.webView, isOpening: entry.isOpening) }
    defer {
      if let id, let document { documents[id] = document }
      if case .note("closed", _) = entry.content { close(entry.webView) }
    }
    func line(_ source: ObservedLine.Source, _ fields: WireLine) -> ObservedLine {
      ObservedLine(
        time: entry.time, webView: entry.webView, document: document?.number ?? 0, source: source, fields: fields)
    }
    switch entry.content {
    case .tooLarge: return []
    case .began(let last): return last > 0 ? [line(.note, WireLine(verb: "began", number: last))] : []
    case .note(let kind, let json):
      // Types of functions contain no secrets, even if the functions' names do.
      let masked = json == "null" ? nil : kind == "interfaces" ? "\(json)" : masking.masked(json.bytes)
      return [line(.note, WireLine(verb: kind, json: masked))]
    case .fromPage(let bytes), .fromSwift(let bytes):
      let isOfPage = entry.isOfPage
      return bytes.split(separator: UInt8(ascii: "\n")).compactMap { text in
        guard var fields = WireLine(text, isOfPage: isOfPage), document?.isNew(fields, isOfPage: isOfPage) != false,
          document?.isInspection(fields, isOfPage: isOfPage) != true
        else { return nil }
        let isSecret = document?.isSecret(fields, isOfPage: isOfPage, masking) ?? false
        if let json = fields.json.map({ Array($0.utf8)[...] }) {
          let isOpenFailure = fields.verb == "fail" && !isSecret
          fields.json = isOpenFailure ? masking.masked(failure: json) : masking.masked(json, isSecret: isSecret)
        }
        return line(isOfPage ? .page : .swift, fields)
      }
    }
  }

  private mutating func open(_ id: DocumentID, in webView: Int, isOpening: Bool) -> Document {
    if isOpening || shown[webView] == nil {
      // Later messages of previous documents get a new document number, so they belong to none of their calls.
      if let left = shown.updateValue(id, forKey: webView), left != id {
        documents = documents.filter { $0.value.webView != webView || $0.key == id }
      }
    }
    if let known = documents[id] { return known }
    lastDocument += 1
    var document = Document(number: lastDocument, webView: webView, firstCall: 0, firstInvocation: 0)
    if !isOpening { document.forgetCalls() }
    documents[id] = document
    return document
  }

  private mutating func close(_ webView: Int) {
    shown[webView] = nil
    documents = documents.filter { $0.value.webView != webView }
  }
}

extension LineObserver.Document {
  /// Prepares for entries that follow a gap.
  fileprivate mutating func forgetCalls() {
    (last, firstCall, firstInvocation, plainCallbacks) = (nil, nil, nil, [])
  }

  /// Returns whether the line is observed for the first time. A page sends lines again after a lost connection, and a
  /// blocking call may be answered several times.
  fileprivate mutating func isNew(_ line: WireLine, isOfPage: Bool) -> Bool {
    guard isOfPage, let number = line.number else { return isOfPage || isNewAnswer(line) }
    // The server refuses a line after a gap, and then closes the socket.
    if let last, number != last + 1 { return false }
    last = number
    if line.verb == "call" { blocking = number }
    return true
  }

  /// Returns whether the answer to a blocking call is observed for the first time.
  private mutating func isNewAnswer(_ line: WireLine) -> Bool {
    guard line.verb == "reply" || line.verb == "fail", let blocking, line.reference == blocking else { return true }
    defer { answered = blocking }
    return answered != blocking
  }

  /// Returns whether the line belongs to a call of the inspector. The functions that the inspector makes the page call
  /// are lines of their own.
  fileprivate mutating func isInspection(_ line: WireLine, isOfPage: Bool) -> Bool {
    switch (line.verb, isOfPage) {
    case ("invoke", false):
      let names = ["_bridge.try", "_bridge.stop", "_bridge.functions", "_bridge.heap"]
      guard let id = line.reference, let name = line.name, names.contains(name) else { return false }
      inspections.insert(id)
      return true
    case ("return", true), ("throw", true): return line.belongs(to: &inspections)
    default: return false
    }
  }

  /// Returns whether the whole JSON of the line is a secret, because the function that it belongs to has a secret name
  /// or is not known.
  fileprivate mutating func isSecret(_ line: WireLine, isOfPage: Bool, _ masking: Masking) -> Bool {
    let isNamed = line.name.map(masking.isSecret) ?? false
    switch (line.verb, isOfPage) {
    case ("call", true), ("ask", true), ("post", true):
      guard let number = line.number else { return isNamed }
      firstCall = firstCall ?? number
      guard isNamed else {
        if let callback = line.callback { plainCallbacks?.insert(callback) }
        return false
      }
      if let callback = line.callback { callbacks[callback] = number } else { calls.insert(number) }
      return true
    case ("invoke", false):
      firstInvocation = firstInvocation ?? line.reference
      if isNamed, let id = line.reference { invocations.insert(id) }
      return isNamed
    case ("next", false), ("reply", false), ("fail", false):
      if line.belongs(to: &calls) { return true }
      let callback = line.verb == "fail" ? callbacks.first { $0.value == line.reference }?.key : nil
      if callback.flatMap({ callbacks.removeValue(forKey: $0) }) != nil { return true }
      return line.reference ?? 0 < firstCall ?? .max
    case ("callback", false):
      guard let name = line.callback else { return false }
      let isKnown = plainCallbacks.map { $0.contains(name) } ?? true
      if line.isLast == true { plainCallbacks?.remove(name) }
      let isSecret = line.isLast == true ? callbacks.removeValue(forKey: name) != nil : callbacks[name] != nil
      return isSecret || !isKnown
    case ("return", true), ("throw", true):
      return line.belongs(to: &invocations) || line.reference ?? 0 < firstInvocation ?? .max
    default: return isNamed
    }
  }
}

extension WireLine {
  /// Returns whether the line is a value of one of the calls, and removes the call with its last value.
  fileprivate func belongs(to calls: inout Set<Int>) -> Bool {
    guard let reference else { return false }
    let isEnd = isLast == true || ["reply", "fail", "throw"].contains(verb)
    return isEnd ? calls.remove(reference) != nil : calls.contains(reference)
  }
}

extension EventRing.Entry {
  fileprivate var isOfPage: Bool { if case .fromPage = content { true } else { false } }
  fileprivate var isOpening: Bool { if case .note("opened", _) = content { true } else { false } }
}
