import Dispatch
import Foundation

/// Where downloads go.
///
/// A file is `<milliseconds>_<name>` there, or with a number more; while it is being written, `.part` comes after that.
/// Nothing that was there is ever replaced.
public struct DownloadFolder: Sendable {
  /// The whole path. It is made when the first file comes.
  public let path: String

  private let milliseconds: @Sendable () -> Int64
  private let opener: PartFile.Opener

  /// A path that is not whole begins at the process's folder.
  public init(path: String) {
    self.init(path: path, milliseconds: { Int64(Date().timeIntervalSince1970 * 1000) })
  }

  init(path: String, milliseconds: @escaping @Sendable () -> Int64, opener: @escaping PartFile.Opener = PartFile.opener)
  {
    self.path = URL(filePath: path, directoryHint: .notDirectory).standardizedFileURL.path(percentEncoded: false)
    self.milliseconds = milliseconds
    self.opener = opener
  }

  /// Writes `body` into a file of its own, whose name is a safe form of `suggestedName`. The next piece is asked for
  /// when the last one is written. `length` is what the sender has said; `completion` is called once.
  func save<Body: AsyncSequence & Sendable>(
    _ body: Body, as suggestedName: String, length: Int? = nil, from source: URL? = nil,
    completion: @escaping @Sendable (DownloadState) -> Void = { _ in }
  ) -> Download where Body.Element == [UInt8] {
    let progress = Observed(DownloadProgress(expectedBytes: length))
    let task = Task {
      let state: DownloadState
      do {
        let (name, bytes) = try await write(body, as: DownloadName(suggestedName), length: length, progress: progress)
        state = .completed(
          DownloadInfo(downloadedFilename: name, downloadedLocation: "\(path)/\(name)", bytes: bytes, source: source))
      } catch {
        // Whatever the body said then.
        let cancelled = DownloadError(.cancelled, "The download of \"\(DownloadName(suggestedName))\" was cancelled.")
        state = .failed(Task.isCancelled ? cancelled : error)
      }
      progress.end()
      completion(state)
      return state
    }
    return Download(source: source, observed: progress, task: task)
  }

  private func write<Body: AsyncSequence & Sendable>(
    _ body: Body, as name: DownloadName, length: Int?, progress: Observed<DownloadProgress>
  ) async throws -> (name: String, bytes: Int) where Body.Element == [UInt8] {
    let now = milliseconds()
    let file = try await onThread { [path, opener] () throws(DownloadError) in
      try PartFile(in: path, name: { name.text(milliseconds: now, number: $0) }, opener: opener)
    }
    do {
      var written = DownloadProgress(expectedBytes: length)
      for try await piece in body {
        try Task.checkCancellation()
        guard written.bytes + piece.count <= length ?? .max else {
          throw DownloadError(.length, "\"\(name)\" is longer than the \(length ?? 0) bytes that its sender had said.")
        }
        try await onThread { () throws(DownloadError) in try file.write(piece) }
        written.bytes += piece.count
        progress.set(written)
      }
      // Some bodies end when their reader is cancelled.
      try Task.checkCancellation()
      guard written.bytes == length ?? written.bytes else {
        throw DownloadError(
          .length, "\"\(name)\" ended after \(written.bytes) of the \(length ?? 0) bytes that its sender had said.")
      }
      return (try await onThread { () throws(DownloadError) in try file.finish() }, written.bytes)
    } catch {
      try await onThread { () throws(DownloadError) in file.remove() }
      throw error
    }
  }

  /// On a thread of Dispatch: a disk may take its time, and Swift's own threads are only as many as cores.
  private func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws(DownloadError) -> Value
  ) async throws(DownloadError) -> Value {
    let result: Result<Value, DownloadError> = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        do throws(DownloadError) {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }
}
