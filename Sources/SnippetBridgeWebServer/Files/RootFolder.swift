import SnippetBridgePlatform

/// A folder that opens only the files and folders inside it.
///
/// This type itself resolves links, one component at a time. Each component is opened without following links, relative
/// to a folder that is held open. Even if files are renamed meanwhile, no file outside of the folder is opened.
/// `openat2` with `RESOLVE_BENEATH` would need only one call, but is not used for three reasons. It rejects every
/// absolute link, even one that stays inside the folder. Older container sandboxes reject the call. Swift cannot call
/// the variadic function `syscall`, which `openat2` needs.
struct RootFolder: Sendable {
  enum Entry {
    case file(FileDescriptor, FileIdentity)
    case folder
    /// The process has no free descriptor, so it is unknown whether the file exists.
    case noDescriptor
  }

  /// The folder's path. It is opened again for every request, so that a folder that a build tool deletes and creates
  /// again is still served.
  let path: String

  /// The maximum number of links in one path, the same as in Linux.
  private static let linkLimit = 40

  init(path: String) throws(DocumentRootError) {
    guard !path.isEmpty else { throw .empty }
    // An absolute path shows the reader of an error message where the folder was expected.
    let path = path.hasPrefix("/") ? path : (Self.canonical(".") ?? "") + "/" + path
    guard let folder = FileDescriptor.open(path, flags: O_RDONLY | O_DIRECTORY) else {
      switch errno {
      case ENOTDIR: throw .notAFolder(path: path)
      case EACCES, EPERM: throw .unreadable(path: path)
      default: throw .missing(path: path)
      }
    }
    // Looking up any name in a folder, even ".", requires permission to enter the folder.
    guard folder.open(".", flags: SystemFile.passThrough) != nil else { throw .unreadable(path: path) }
    self.path = path
  }

  /// Opens the regular file or folder at `names`, which must not contain `.`, `..` or an empty name. Returns `nil` for
  /// anything else, for example if the file is missing, not permitted, hidden, outside of the folder, a pipe or a
  /// device, or if there are too many links. A link may lead through a hidden folder, because package managers create
  /// such links (`.pnpm`), but not through `.git`.
  func open(_ names: [String]) -> Entry? {
    errno = 0
    return find(names) ?? (errno == EMFILE || errno == ENFILE ? .noDescriptor : nil)
  }

  /// Returns the identity of a regular file directly in the folder, or `nil` for anything else, including links. The
  /// file is not opened, because opening is the largest part of the cost of serving a small file.
  func identity(of name: String) -> FileIdentity? {
    var info = stat()
    guard lstat("\(path)/\(name)", &info) == 0 else { return nil }
    let identity = FileIdentity(info)
    return identity.isRegular ? identity : nil
  }

  private func find(_ names: [String]) -> Entry? {
    guard let root = FileDescriptor.open(path, flags: SystemFile.passThrough | O_DIRECTORY) else { return nil }
    var folders = [root]
    var pending = Array(names.reversed())
    var links = 0
    while let name = pending.popLast() {
      if name == "." { continue }
      if name == ".." {
        _ = folders.popLast()
        continue
      }
      var info = stat()
      guard let folder = folders.last, fstatat(folder.number, name, &info, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
      switch info.st_mode & S_IFMT {
      case S_IFLNK:
        links += 1
        guard links <= Self.linkLimit, let target = Self.target(of: name, in: folder) else { return nil }
        if target.hasPrefix("/") {
          guard let inside = pathInside(target) else { return nil }
          folders = [root]
          pending += inside.reversed()
        } else {
          pending += target.split(separator: "/").map(String.init).reversed()
        }
      case S_IFDIR:
        guard name != ".git", let next = folder.open(name, flags: SystemFile.passThrough | O_DIRECTORY) else {
          return nil
        }
        folders.append(next)
      case S_IFREG:
        // The name may refer to another file by now. The flags therefore prevent waiting for a pipe, and the opened
        // file is checked again.
        guard pending.isEmpty, !name.hasPrefix("."),
          let file = folder.open(name, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY),
          let identity = file.identity(), identity.isRegular
        else { return nil }
        return .file(file, identity)
      default:
        return nil
      }
    }
    return folders.isEmpty ? nil : .folder
  }

  /// Returns the components of an absolute link's target below the root, or `nil` if the target does not begin with
  /// the root's path.
  private func pathInside(_ target: String) -> [String]? {
    let components = target.split(separator: "/")
    for prefix in [path, Self.canonical(path)].compactMap({ $0?.split(separator: "/") }) {
      if components.starts(with: prefix) { return components.dropFirst(prefix.count).map(String.init) }
    }
    return nil
  }

  private static func target(of name: String, in folder: FileDescriptor) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlinkat(folder.number, name, start, buffer.count)
      // A target that fills the buffer may be truncated.
      guard count > 0, count < buffer.count else { return nil }
      return String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self)
    }
  }

  private static func canonical(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
