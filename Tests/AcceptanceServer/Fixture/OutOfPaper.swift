import DSBridge

/// The error that functions of the fixture throw.
enum OutOfPaper: String, CodedError, CustomStringConvertible {
  case outOfPaper

  var description: String { "out of paper" }
}
