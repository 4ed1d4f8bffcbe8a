/// An assembler that creates a WebSocket message from the pieces in which it arrives, and checks it.
struct MessageAssembler {
  enum Outcome: Equatable {
    case incomplete
    case message([UInt8])
    case refused(code: UInt16, reason: String)
  }

  let maximumMessageSize: Int
  private var bytes: [UInt8] = []
  /// The part of ``ArrivalBudget`` that the unfinished message uses, in bytes.
  private var share = 0

  init(maximumMessageSize: Int) { self.maximumMessageSize = maximumMessageSize }

  /// Counts the unfinished message in `budget`. Returns `false` if all arriving bodies and messages together exceed the
  /// budget.
  mutating func reserve(in budget: ArrivalBudget) -> Bool { budget.resize(&share, to: bytes.count) }

  mutating func giveBack(to budget: ArrivalBudget) { budget.giveBack(&share) }

  /// Appends a piece of a message.
  /// - Parameters:
  ///   - isLast: Whether the message ends with this piece.
  ///   - remaining: The number of bytes of the piece's WebSocket frame that have not arrived yet.
  mutating func append(
    _ piece: UnsafeRawBufferPointer, isFirst: Bool, isLast: Bool, isBinary: Bool, remaining: Int
  ) -> Outcome {
    if isBinary { return .refused(code: 1003, reason: "binary messages are not supported") }
    if isFirst { bytes = [] }
    // A message that is too large is rejected as soon as the header of its WebSocket frame has arrived.
    let (announced, overflow) = remaining.addingReportingOverflow(bytes.count + piece.count)
    guard !overflow, announced <= maximumMessageSize else {
      bytes = []
      return .refused(code: 1009, reason: "the message is larger than \(maximumMessageSize) bytes")
    }
    bytes.append(contentsOf: piece)
    guard isLast else { return .incomplete }
    let message = exchange(&bytes, with: [])
    guard (try? UTF8Span(validating: message.span)) != nil else {
      return .refused(code: 1007, reason: "the message is not UTF-8")
    }
    return .message(message)
  }
}
