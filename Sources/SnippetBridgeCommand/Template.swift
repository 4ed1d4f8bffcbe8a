import ArgumentParser
import Foundation
import SnippetBridgeCResources
import SnippetBridgePlatform

/// A template of a new package.
enum Template: String, CaseIterable, ExpressibleByArgument {
  /// A page and an interface.
  case app
  /// A shell with two tabs, which the option `--kiosk` locks.
  case kiosk
  /// A navigator with a path configuration, for a site whose pages the program serves itself.
  case visits
  /// Only a test target, for tests of a WebSocket server without a browser.
  case tests

  /// The files of a package, by their paths in the package's folder.
  /// - Parameters:
  ///   - name: the name of the package.
  ///   - dependency: the arguments of `.package(…)` for SnippetBridge.
  func files(name: String, dependency: String) -> [(path: String, text: String)] {
    Self.files(in: archive.replacing("{{name}}", with: name)).map { path, text in
      (path, text.replacing("{{dependency}}", with: dependency))
    }
  }

  private var archive: String {
    let file =
      switch self {
      case .app: embedded_template_app
      case .kiosk: embedded_template_kiosk
      case .visits: embedded_template_visits
      case .tests: embedded_template_tests
      }
    return String(decoding: [UInt8](file), as: UTF8.self)
  }

  /// Returns the files of an archive: texts, each after a line `==> path`.
  static func files(in archive: String) -> [(path: String, text: String)] {
    archive.components(separatedBy: "==> ").dropFirst().compactMap { part in
      guard let end = part.firstIndex(of: "\n") else { return nil }
      return (String(part[..<end]), String(part[part.index(after: end)...]))
    }
  }
}
