import Dispatch
import Foundation

/// Where downloads go.
///
/// A file is `<milliseconds>_<name>` there, or with a number more. While it is being written, it is called
/// `.<milliseconds>_<name>.part`.
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

  /// What its files may have in all; `room` knows what they have.
  struct Allowance: Sendable {
    let room: DownloadRoom
    let limit: Int
  }

  /// Writes `body` into a file of its own, whose name is a safe form of `suggestedName`. The next piece is asked for
  /// when the last one is written. `length` is what the sender has said; `completion` is called once.
  func save<Body: AsyncSequence & Sendable>(
    _ body: Body, as suggestedName: String, length: Int? = nil, from source: URL? = nil,
    within allowance: Allowance? = nil,
    completion: @escaping @Sendable (DownloadState) -> Void = { _ in }
  ) -> Download where Body.Element == [UInt8] {
    let progress = Observed(DownloadProgress(expectedBytes: length))
    let task = Task {
      let state: DownloadState
      do {
        let (name, bytes) = try await write(
          body, as: DownloadName(suggestedName), length: length, within: allowance, progress: progress)
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
    return Download(
      suggestedName: DownloadName(suggestedName).description, source: source, observed: progress, task: task)
  }

  private func write<Body: AsyncSequence & Sendable>(
    _ body: Body, as name: DownloadName, length: Int?, within allowance: Allowance?,
    progress: Observed<DownloadProgress>
  ) async throws -> (name: String, bytes: Int) where Body.Element == [UInt8] {
    let now = milliseconds()
    // Nothing is begun that cannot be whole.
    try await onThread { () throws(DownloadError) in
      allowance?.room.begin()
      if let length { try take(length, of: allowance, for: name) }
    }
    var written = DownloadProgress(expectedBytes: length)
    do {
      let file = try await onThread { [path, opener] () throws(DownloadError) in
        try PartFile(in: path, name: { name.text(milliseconds: now, number: $0) }, opener: opener)
      }
      do {
        for try await piece in body {
          try Task.checkCancellation()
          guard written.bytes + piece.count <= length ?? .max else {
            throw DownloadError(
              .length, "\"\(name)\" is longer than the \(length ?? 0) bytes that its sender had said.")
          }
          if allowance != nil, length == nil {
            try await onThread { () throws(DownloadError) in try take(piece.count, of: allowance, for: name) }
          }
          written.bytes += piece.count
          try await onThread { () throws(DownloadError) in try file.write(piece) }
          progress.set(written)
        }
        // Some bodies end when their reader is cancelled.
        try Task.checkCancellation()
        let bytes = written.bytes
        guard bytes == length ?? bytes else {
          throw DownloadError(
            .length, "\"\(name)\" ended after \(bytes) of the \(length ?? 0) bytes that its sender had said.")
        }
        let finished = try await onThread { () throws(DownloadError) in
          guard let allowance else { return try file.finish() }
          return try allowance.room.keep(bytes) { () throws(DownloadError) in try file.finish() }
        }
        return (finished, bytes)
      } catch {
        try await onThread { () throws(DownloadError) in file.remove() }
        throw error
      }
    } catch {
      let taken = length ?? written.bytes
      try await onThread { () throws(DownloadError) in allowance?.room.giveBack(taken) }
      throw error
    }
  }

  private func take(_ count: Int, of allowance: Allowance?, for name: DownloadName) throws(DownloadError) {
    guard let allowance, !allowance.room.take(count, of: allowance.limit, in: path) else { return }
    throw DownloadError(
      .full, "\"\(name)\" was not saved: \(path) would hold more than the \(allowance.limit) bytes that are allowed.")
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
