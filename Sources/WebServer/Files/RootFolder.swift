import Platform

/// A folder that opens what lies beneath it and nothing else.
///
/// Links are resolved here, one component at a time, each opened without following from a folder already held open, so
/// whatever is renamed meanwhile, no open ever leaves the folder. `openat2` with `RESOLVE_BENEATH` would do it in one
/// call, but it refuses every absolute link, also one that stays inside, older container sandboxes refuse it, and Swift
/// cannot call `syscall`, which takes variable arguments.
struct RootFolder: Sendable {
  enum Entry {
    case file(FileDescriptor, FileIdentity)
    case folder
    /// There may be a file, but this process has no descriptor left to open it with.
    case noDescriptor
  }

  /// Opened anew for every request, so a folder that a build tool deletes and makes again keeps being served.
  let path: String

  /// As many links as Linux itself follows in one path.
  private static let linkLimit = 40

  init(path: String) throws(DocumentRootError) {
    // Who is told that it is not there wants to know where it was looked for.
    let path = path.hasPrefix("/") ? path : Self.workingFolder() + "/" + path
    guard let folder = FileDescriptor.open(path, flags: O_RDONLY | O_DIRECTORY) else {
      switch errno {
      case ENOTDIR: throw .notAFolder(path: path)
      case EACCES, EPERM: throw .unreadable(path: path)
      default: throw .missing(path: path)
      }
    }
    // Looking up anything in a folder, even itself, takes the right to enter it.
    guard folder.open(".", flags: SystemFile.passThrough) != nil else { throw .unreadable(path: path) }
    self.path = path
  }

  /// The regular file or folder at `names`, which holds neither `.`, `..` nor an empty name. nil for anything else:
  /// nothing there, not permitted, outside, a pipe, a device, too many links.
  func open(_ names: [String]) -> Entry? {
    errno = 0
    return find(names) ?? (errno == EMFILE || errno == ENFILE ? .noDescriptor : nil)
  }

  /// The regular file of that name directly in the folder; nil for anything else, links included. Not opened: that
  /// costs most of a small file's answer.
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
      guard let folder = folders.last else { return nil }
      var info = stat()
      if name == "." {
        continue
      } else if name == ".." {
        folders.removeLast()
        if folders.isEmpty { return nil }
        continue
      }
      guard fstatat(folder.number, name, &info, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
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
        guard let next = folder.open(name, flags: SystemFile.passThrough | O_DIRECTORY) else { return nil }
        folders.append(next)
      case S_IFREG:
        // Something else may have taken the name since, so: never wait for a pipe, and look again at what was opened.
        guard pending.isEmpty,
          let file = folder.open(name, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY),
          let identity = file.identity(), identity.isRegular
        else { return nil }
        return .file(file, identity)
      default:
        return nil
      }
    }
    return .folder
  }

  /// The components of an absolute link's target below the root; nil when it does not begin with the root's own path.
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
      // A target that fills the buffer may have been cut.
      guard count > 0, count < buffer.count else { return nil }
      return String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self)
    }
  }

  private static func canonical(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func workingFolder() -> String {
    canonical(".") ?? ""
  }
}
