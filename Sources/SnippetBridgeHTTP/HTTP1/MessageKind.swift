/// The kind of a message, which determines how strictly it is read.
///
/// A request must follow the grammar exactly, because any client can send one. A response comes from a server that the
/// program has chosen. Some servers have small faults that browsers accept. A parser repairs these faults, if they
/// leave no doubt about the meaning of the response. No repaired bytes are passed on: the proxy writes the head and the
/// framing of each response anew.
enum MessageKind: Sendable {
  case request, response

  /// Whether a line may end at this byte. Only in a response may a line end in LF without CR.
  @inline(__always)
  func isLineEnd(_ byte: UInt8) -> Bool { byte == .carriageReturn || (byte == .lineFeed && self == .response) }
}
