import Foundation

extension BridgeError {
  /// A `BridgeError` as it is; any other error as ``Code/thrown``, with its own words: its `errorDescription`, or how
  /// it describes itself.
  ///
  /// Of an error of Foundation only the sentence is taken. Of a type that does not describe itself only the name is
  /// taken where a member is a file or such an error. So no path of the server's disk reaches a page.
  public init(wrapping error: any Error) {
    if let error = error as? BridgeError {
      self = error
    } else {
      self.init(.thrown, BridgeError.words(of: error))
      thrownCode = (error as? any CodedError)?.writtenCode
    }
  }

  /// Whether a page reads less of an error than it says of itself: then the log is where it stands.
  static func isAbridged(_ error: any Error) -> Bool {
    guard !(error is BridgeError), (error as? any LocalizedError)?.errorDescription == nil else { return false }
    return words(of: error) != String(describing: error)
  }

  /// What a page may read of an error.
  static func words(of error: any Error) -> String {
    if let words = (error as? any LocalizedError)?.errorDescription { return words }
    let text = String(describing: error)
    // So Foundation writes its own, with all that they know: NSError, CocoaError, POSIXError, URLError.
    guard !text.hasPrefix(foundationMark) else { return sentence(of: error) }
    let type: Any.Type = type(of: error)
    let hasOwnWords = type is any CustomStringConvertible.Type || type is any CustomDebugStringConvertible.Type
    let isTelling = [foundationMark, "file://", "\"/"].contains { text.contains($0) }
    return hasOwnWords || !isTelling ? text : String(text.prefix { $0 != "(" })
  }

  private static let foundationMark = "Error Domain="

  /// Without the words that it begins with whatever has happened, where a sentence follows them.
  private static func sentence(of error: any Error) -> String {
    let text = error.localizedDescription
    let rest = text.trimmingPrefix("The operation could not be completed. ")
    return rest.isEmpty || rest.hasPrefix("(") ? text : String(rest)
  }
}
