/// An error in a GPX file, which prevents its playback.
public struct GPXError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file's path, as the program passed it.
  public let file: String
  /// The line number, or nil if the problem concerns the whole file.
  public let line: Int?
  /// A description of the problem, as a sentence.
  public let problem: String

  init(_ file: String, line: Int? = nil, _ problem: String) {
    self.file = file
    self.line = line
    self.problem = problem
  }

  /// The file, the line and the problem, such as
  /// `walk.gpx, line 12: lat="91" is not a valid latitude: use a number from -90 to 90.`
  public var description: String { "\(file)\(line.map { ", line \($0)" } ?? ""): \(problem)" }
}
