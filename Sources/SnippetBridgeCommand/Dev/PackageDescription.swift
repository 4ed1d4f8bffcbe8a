import Foundation

/// The part of the output of `swift package describe --type json` that `snippet-bridge dev` uses.
struct PackageDescription: Decodable {
  struct Product: Decodable {
    let name: String
    /// A dictionary whose only key is the kind of product, such as `executable`.
    let type: [String: [String]?]
    let targets: [String]
  }

  struct Target: Decodable {
    let name: String
    let path: String
    let type: String
  }

  struct Dependency: Decodable {
    let type: String
    /// The path of a package in the file system.
    let path: String?
  }

  let path: String
  let products: [Product]
  let targets: [Target]
  let dependencies: [Dependency]

  /// The names of the products that can be run.
  var executables: [String] { products.filter { $0.type.keys.contains("executable") }.map(\.name) }

  /// The folders and files from which the package's programs are built, without its tests. The whole folder `Sources`
  /// is among them, so that targets that are added later are watched too.
  var sources: [String] {
    let own = ["\(path)/Sources"] + targets.filter { $0.type != "test" }.map { "\(path)/\($0.path)" }
    let others = dependencies.compactMap { $0.type == "fileSystem" ? $0.path : nil }
    return own + others.map { "\($0)/Sources" } + ([path] + others).map { "\($0)/Package.swift" }
  }

  /// Returns the name of the executable product to run. Throws a ``CommandError`` if there is no such product.
  /// - Parameter name: The name that the user has passed, or `nil` for the package's only executable product.
  func product(named name: String?) throws -> String {
    let executables = executables
    if let name {
      guard executables.contains(name) else {
        throw CommandError("The package has no executable \"\(name)\", only \(Self.list(executables)).")
      }
      return name
    }
    guard let first = executables.first else {
      throw CommandError("The package has no executable product. Add an executable target to Package.swift.")
    }
    guard executables.count == 1 else {
      throw CommandError("The package has several executables. Choose one with --product: \(Self.list(executables)).")
    }
    return first
  }

  private static func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }
}
