/// Why there is no file.
public struct DownloadError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of reason it is.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// Its name.
    public let description: String

    /// Somebody stopped it.
    public static let cancelled = Code(description: "cancelled")
    /// There were fewer bytes than the sender had said, or more.
    public static let length = Code(description: "length")
    /// What it comes from has failed, or gone: a page, a route, the target of a remote snippet.
    public static let source = Code(description: "source")
    /// It is larger than ``Downloads/maximumSize``.
    public static let size = Code(description: "size")
    /// The folder would hold more than ``Downloads/maximumTotalSize``.
    public static let full = Code(description: "full")
    /// The folder cannot be made, or no file in it.
    public static let folder = Code(description: "folder")
    /// The file cannot be written: the disk is full, perhaps.
    public static let file = Code(description: "file")
  }

  /// For a program.
  public let code: Code
  /// What happened, to which file.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
