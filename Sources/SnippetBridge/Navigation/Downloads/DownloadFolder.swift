import Dispatch
import Foundation
import SnippetBridgeWebServer

/// The folder in which downloads are saved.
///
/// The name of a file is `<milliseconds>_<name>`, with an additional number if that name is already in use. While the
/// file is being written, its name is `.<milliseconds>_<name>.part`. Existing files are never replaced.
public struct DownloadFolder: Sendable {
  /// The absolute path. The folder is created when the first file is saved.
  public let path: String

  private let milliseconds: @Sendable () -> Int64
  private let opener: PartFile.Opener

  /// Creates a download folder. A relative path is resolved against the working directory of the process.
  public init(path: String) { self.init(path: path, milliseconds: { Int64(Date().timeIntervalSince1970 * 1000) }) }

  init(path: String, milliseconds: @escaping @Sendable () -> Int64, opener: @escaping PartFile.Opener = PartFile.opener)
  {
    self.path = URL(filePath: path, directoryHint: .notDirectory).standardizedFileURL.path(percentEncoded: false)
    self.milliseconds = milliseconds
    self.opener = opener
  }

  /// The counter for the bytes in the folder, and the maximum number.
  typealias Allowance = (room: DownloadRoom, limit: Int)

  /// Writes `body` to a new file whose name is a safe form of `suggestedName`.
  ///
  /// Requests the next part of `body` only after the previous part has been written.
  /// - Parameter length: The size that the sender has announced, in bytes.
  /// - Parameter limit: The maximum size of the file, in bytes.
  /// - Parameter completion: Called once, with the result of the download.
  func save<Body: AsyncSequence & Sendable>(
    _ body: Body, as suggestedName: String, length: Int? = nil, limit: Int = .max, from source: URL? = nil,
    within allowance: Allowance? = nil, completion: @escaping @Sendable (DownloadState) -> Void = { _ in }
  ) -> Download where Body.Element == [UInt8] {
    let name = DownloadName(suggestedName)
    let progress = Observed(DownloadProgress(expectedBytes: length))
    let task = Task {
      let state: DownloadState
      do {
        let (file, bytes) = try await write(
          body, as: name, length: length, limit: limit, within: allowance, progress: progress)
        state = .completed(
          DownloadInfo(downloadedFilename: file, downloadedLocation: "\(path)/\(file)", bytes: bytes, source: source))
      } catch {
        // If the download was cancelled, report the cancellation, whatever error the body threw.
        let cancelled = DownloadError(.cancelled, "The download of \"\(name)\" was cancelled.")
        state = .failed(Task.isCancelled ? cancelled : DownloadError(ofBody: error, of: name) ?? error)
      }
      progress.end()
      completion(state)
      return state
    }
    return Download(suggestedName: name.description, source: source, observed: progress, task: task)
  }

  private func write<Body: AsyncSequence & Sendable>(
    _ body: Body, as name: DownloadName, length: Int?, limit: Int, within allowance: Allowance?,
    progress: Observed<DownloadProgress>
  ) async throws -> (file: String, bytes: Int) where Body.Element == [UInt8] {
    let now = milliseconds()
    // Reserve the announced size first, so that a download that cannot fit does not start.
    try await onThread {
      allowance?.room.begin()
      try take(DownloadRoom.size(counting: length ?? 0), of: allowance, for: name)
    }
    var written = DownloadProgress(expectedBytes: length)
    do {
      let file = try await onThread {
        try PartFile(in: path, name: { name.text(milliseconds: now, number: $0) }, opener: opener)
      }
      do {
        for try await piece in body {
          try Task.checkCancellation()
          let bytes = written.bytes + piece.count
          guard bytes <= limit else {
            throw DownloadError(.size, "\"\(name)\" exceeds the limit of \(limit) bytes.")
          }
          guard bytes <= length ?? .max else {
            throw DownloadError(.length, "\"\(name)\" exceeds its announced length of \(length ?? 0) bytes.")
          }
          let growth = DownloadRoom.size(counting: bytes) - DownloadRoom.size(counting: written.bytes)
          if allowance != nil, length == nil, growth > 0 {
            try await onThread { try take(growth, of: allowance, for: name) }
          }
          written.bytes = bytes
          try await onThread { try file.write(piece) }
          progress.set(written)
        }
        // Some bodies end without an error when the reading task is cancelled.
        try Task.checkCancellation()
        let bytes = written.bytes
        guard bytes == length ?? bytes else {
          throw DownloadError(.length, "\"\(name)\" ended after \(bytes) of its announced \(length ?? 0) bytes.")
        }
        let finished = try await onThread {
          try allowance?.room.keep(DownloadRoom.size(counting: bytes), file.finish) ?? file.finish()
        }
        return (finished, bytes)
      } catch {
        try await onThread { file.remove() }
        throw error
      }
    } catch {
      let taken = DownloadRoom.size(counting: length ?? written.bytes)
      try await onThread { allowance?.room.giveBack(taken) }
      throw error
    }
  }

  private func take(_ count: Int, of allowance: Allowance?, for name: DownloadName) throws(DownloadError) {
    guard let allowance, !allowance.room.take(count, of: allowance.limit, in: path) else { return }
    throw DownloadError(.full, "\"\(name)\" was not saved: \(path) would exceed its limit of \(allowance.limit) bytes.")
  }

  /// Runs `body` on a Dispatch thread. Disk access may block, and Swift's thread pool has only as many threads as there
  /// are cores.
  private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
    }
  }
}

extension DownloadError {
  /// Creates the error for a body that was not received completely. Returns `nil` for any other error.
  fileprivate init?(ofBody error: any Error, of name: DownloadName) {
    let reason: String
    switch error {
    case let failure as UpstreamFailure: reason = "its server failed: \(failure.reason)"
    case is RequestBodyError: reason = "the page closed the connection"
    case is WrittenPieces.Broken: reason = "the route that writes it failed"
    default: return nil
    }
    self.init(.source, "\"\(name)\" was not received completely, because \(reason).")
  }
}
