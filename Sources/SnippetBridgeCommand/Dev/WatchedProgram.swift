import Foundation
import SnippetBridgePlatform

/// The program that `snippet-bridge dev` builds and runs.
struct WatchedProgram: Sendable {
  /// The path of the executable.
  let executable: String
  /// The command that builds the executable, or `nil` if another tool builds it.
  let build: [String]?
  /// The files and folders to watch: the sources, or the executable if another tool builds it. All paths are absolute
  /// and contain no symbolic links.
  let sources: [String]

  /// Creates a program that another tool builds.
  init(executable: String) throws {
    guard FileManager.default.isExecutableFile(atPath: executable) else {
      throw CommandError("\(executable) is not a program.")
    }
    self.executable = Self.resolved(executable)
    build = nil
    sources = [self.executable]
  }

  /// Creates a program from a product of the package in the current folder. If `name` is `nil`, the package must have
  /// only one executable product.
  /// - Parameter scratchPath: The folder of the build, or `nil` for `.build`.
  init(product name: String?, scratchPath: String?) throws {
    guard FileManager.default.fileExists(atPath: "Package.swift") else {
      throw CommandError(
        "There is no Package.swift in this folder. Change to the package's folder, or create one: snippet-bridge new Shop"
      )
    }
    guard let swift = Executable("swift") else {
      throw CommandError("There is no swift in PATH. Install it: https://www.swift.org/install")
    }
    let options = scratchPath.map { ["--scratch-path", $0] } ?? []
    let output = try swift.run(["package"] + options + ["describe", "--type", "json"], showsErrors: true).output
    guard let description = try? JSONDecoder().decode(PackageDescription.self, from: Data(output.utf8)) else {
      throw CommandError("The package cannot be read. To see the reason, run: swift package describe")
    }
    let product = try description.product(named: name)
    build = ["swift", "build", "--product", product] + options
    executable = "\(scratchPath ?? description.path + "/.build")/debug/\(product)"
    sources = description.sources.map(Self.resolved)
  }

  /// The time at which the executable was written, or `nil` if there is none.
  var version: timespec? {
    var information = stat()
    return stat(executable, &information) == 0 ? information.st_mtim : nil
  }

  /// Returns an absolute path without symbolic links. Returns the path itself if there is no such file.
  static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
