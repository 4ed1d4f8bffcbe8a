/// What `boom` throws.
struct OutOfPaper: Error, CustomStringConvertible {
  var description: String { "out of paper" }
}
