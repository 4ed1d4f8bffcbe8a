import DSBridgeLocks
import Foundation
import SnippetBridgePlatform

/// A watch on the files in trees of folders. Idle files cost nothing, because only folders are watched.
///
/// Hidden files, folders named `node_modules`, and the temporary files of editors are ignored. Symbolic links to
/// folders are not followed.
final class TreeWatch: Sendable {
  private struct Folder {
    let path: String
    /// Whether the folders within this folder are watched too.
    var isTree: Bool
  }

  /// The watched folders, by the numbers of their watches.
  private let folders = Mutex<[CInt: Folder]>([:])
  /// The added files and folders. The folders are watched again after they were removed and created.
  private let roots = Mutex<Set<String>>([])
  private let inotify: Inotify
  private let batches: AsyncStream<[Inotify.Event]>

  init() throws {
    let (batches, batch) = AsyncStream<[Inotify.Event]>.makeStream()
    self.batches = batches
    inotify = try Inotify { batch.yield($0) }
  }

  /// The absolute paths of changed files, those found together in one array. An empty array means that changes may have
  /// been missed. Only one task may read them.
  var changed: AsyncCompactMapSequence<AsyncStream<[Inotify.Event]>, [String]> {
    batches.compactMap { self.files(changedBy: $0) }
  }

  /// Watches a folder and all folders within it, or a file. Throws if the system permits no more watches. A path
  /// without a file is ignored.
  func add(_ path: String) throws {
    var information = stat()
    guard stat(path, &information) == 0 else { return }
    roots.withLock { _ = $0.insert(path) }
    if information.st_mode & S_IFMT == S_IFDIR { _ = try watch(path) }
    if let end = path.lastIndex(of: "/") { _ = try addWatch(of: String(path[..<end]), isTree: false) }
  }

  /// Watches a folder, but not the folders within it. Returns whether the folder is watched now.
  private func addWatch(of folder: String, isTree: Bool) throws -> Bool {
    do {
      let number = try inotify.add(folder: folder)
      folders.withLock { $0[number] = Folder(path: folder, isTree: isTree || $0[number]?.isTree == true) }
      return true
    } catch {
      // The folder may have been removed in the meantime.
      guard error.code == ENOSPC else { return false }
      throw CommandError(
        "The system permits no more watched folders. Raise its limit: sysctl fs.inotify.max_user_watches=1000000")
    }
  }

  /// Watches a folder and all folders within it. Returns the paths of the files in these folders.
  private func watch(_ folder: String) throws -> [String] {
    guard try addWatch(of: folder, isTree: true) else { return [] }
    var files: [String] = []
    for entry in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where Self.isWatched(entry) {
      let path = "\(folder)/\(entry)"
      var information = stat()
      guard lstat(path, &information) == 0 else { continue }
      if information.st_mode & S_IFMT == S_IFDIR { files += try watch(path) } else { files.append(path) }
    }
    return files
  }

  /// Returns the paths of changed files, or `nil` if no watched file has changed. Watches new folders.
  private func files(changedBy events: [Inotify.Event]) -> [String]? {
    var paths: [String] = []
    for event in events {
      guard !event.isOverflow else { return [] }
      let folder = folders.withLock { event.isEnd ? $0.removeValue(forKey: event.watch) : $0[event.watch] }
      guard let folder, Self.isWatched(event.name) else { continue }
      let path = event.name.isEmpty ? folder.path : "\(folder.path)/\(event.name)"
      // The folder that contains a root may also contain files of others.
      guard folder.isTree || roots.withLock({ $0.contains(path) }) else { continue }
      if event.isFolder {
        // A new folder may contain files already. Ignores a folder that cannot be watched.
        paths += (try? watch(path)) ?? []
      } else if !event.isCreation {
        paths.append(path)
      }
    }
    return paths.isEmpty ? nil : paths
  }

  private static func isWatched(_ name: String) -> Bool {
    // The editor vim creates a file named 4913 to find out whether it can write to a folder.
    !name.hasPrefix(".") && name != "node_modules" && !name.hasSuffix("~") && name != "4913"
  }
}
