/// A GPX file that cannot be played.
public struct GPXError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file, as it was named.
  public let file: String
  /// Where in it; nil where it is about the whole file.
  public let line: Int?
  /// What is wrong, as a sentence.
  public let problem: String

  init(_ file: String, line: Int? = nil, _ problem: String) {
    self.file = file
    self.line = line
    self.problem = problem
  }

  /// `walk.gpx, line 12: lat="91" is no latitude: a number from -90 to 90.`
  public var description: String { "\(file)\(line.map { ", line \($0)" } ?? ""): \(problem)" }
}
